import JSON

extension JSONValue {
  /// What is asked of it, as `Result`. Throws a ``FieldError`` that names the field, from here on.
  func decoded<Result: Decodable>(as type: Result.Type) throws(FieldError) -> Result {
    do {
      return try Result(from: JSONValueDecoder(self, at: .top))
    } catch {
      throw FieldError(error)
    }
  }
}

/// The way to a value that is decoded or encoded, as a list that begins at its end: it is followed only where something
/// is wrong.
indirect enum ValuePath {
  case top
  case inside(ValuePath, any CodingKey)

  var keys: [any CodingKey] {
    switch self {
    case .top: []
    case .inside(let container, let key): container.keys + [key]
    }
  }
}

/// Decodes what was parsed already. JSONDecoder would have to be given the bytes, and read them once more.
final class JSONValueDecoder: Decoder {
  let value: JSONValue
  let path: ValuePath

  init(_ value: JSONValue, at path: ValuePath) {
    self.value = value
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// What another decoder decodes.
  convenience init(copying decoder: any Decoder) throws {
    self.init(try JSONValue(from: decoder), at: decoder.codingPath.reduce(.top) { .inside($0, $1) })
  }

  var members: [String: JSONValue] {
    get throws {
      guard case .object(let members) = value else { throw mismatch([String: JSONValue].self) }
      return members
    }
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(members: try members, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self) }
    return Elements(elements: elements, path: path)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func mismatch(_ type: any Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "\(value) is none"))
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    if case .null = value { true } else { false }
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let bool) = value else { throw mismatch(type) }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let string) = value else { throw mismatch(type) }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double { try floating(type) }
  func decode(_ type: Float.Type) throws -> Float { try floating(type) }

  func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
    let number: Number? =
      switch value {
      case .integer(let integer): Number(exactly: integer)
      case .number(let number): Number(exactly: number)
      default: nil
      }
    guard let number else { throw mismatch(type) }
    return number
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private func floating<Number: BinaryFloatingPoint>(_ type: Number.Type) throws -> Number {
    let number: Number? =
      switch value {
      case .integer(let integer): Number(integer)
      case .number(let number): Number(number)
      default: nil
      }
    // A number that is too large for its type has become infinite.
    guard let number, number.isFinite else { throw mismatch(type) }
    return number
  }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSONValue]
  let path: ValuePath

  var codingPath: [any CodingKey] { path.keys }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: try decoder(key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { member(AnyKey(stringValue: "super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { member(key) }

  private func decoder(_ key: Key) throws -> JSONValueDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "is missing"))
    }
    return JSONValueDecoder(value, at: .inside(path, key))
  }

  /// One that is absent is null.
  private func member(_ key: some CodingKey) -> JSONValueDecoder {
    JSONValueDecoder(members[key.stringValue] ?? .null, at: .inside(path, key))
  }
}

private struct Elements: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let path: ValuePath
  private(set) var currentIndex = 0

  init(elements: [JSONValue], path: ValuePath) {
    self.elements = elements
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNil = try decoder().decodeNil()
    if isNil { currentIndex += 1 }
    return isNil
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try Value(from: $0) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }
  mutating func superDecoder() throws -> any Decoder { try next { $0 } }

  /// One that cannot be decoded is not passed.
  private mutating func next<Result>(_ body: (JSONValueDecoder) throws -> Result) throws -> Result {
    let result = try body(decoder())
    currentIndex += 1
    return result
  }

  private func decoder() throws -> JSONValueDecoder {
    let path = ValuePath.inside(path, AnyKey(intValue: currentIndex))
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONValue.self, .init(codingPath: path.keys, debugDescription: "the list has no more"))
    }
    return JSONValueDecoder(elements[currentIndex], at: path)
  }
}
