import JSON

/// Any name, or any index.
public struct AnyKey: CodingKey, Hashable, Sendable {
  public let stringValue: String
  public let intValue: Int?

  public init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  public init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

/// An object's fields, read strictly: a field that is not among `Key`'s cases is refused by its name, and every error
/// is a ``FieldError`` that says what was expected.
///
///     init(from decoder: any Decoder) throws {
///       let fields = try StrictFields<CodingKeys>(decoder)
///       event = try fields.required(.event)
///       seconds = try fields.optional(.seconds)
///       if let seconds, seconds < 1 { throw fields.refusal(.seconds, "must be 1 or more") }
///     }
public struct StrictFields<Key: CodingKey & CaseIterable> {
  private let members: [String: JSONValue]
  private let path: ValuePath

  /// Throws a ``FieldError`` where it is not an object, or has a field that `Key` does not know.
  public init(_ decoder: any Decoder) throws(FieldError) {
    do {
      let decoder = try decoder as? JSONValueDecoder ?? JSONValueDecoder(copying: decoder)
      members = try decoder.members
      path = decoder.path
    } catch {
      throw FieldError(error, at: decoder.codingPath)
    }
    // The first of them, so that the same message always gets the same answer.
    if let unknown = members.keys.lazy.filter({ Key(stringValue: $0) == nil }).min() {
      throw FieldError(path: path.keys + [AnyKey(stringValue: unknown)], reason: Self.refusalOfUnknown)
    }
  }

  /// Throws a ``FieldError`` where the field is absent, null, or not a `Value`.
  public func required<Value: Decodable>(
    _ key: Key, as type: Value.Type = Value.self
  ) throws(FieldError) -> Value {
    if let value = try optional(key, as: type) { return value }
    throw absence(of: key, type)
  }

  /// Nil where the field is absent or null. Throws a ``FieldError`` where it is not a `Value`.
  public func optional<Value: Decodable>(
    _ key: Key, as type: Value.Type = Value.self
  ) throws(FieldError) -> Value? {
    try member(key).map { member throws(FieldError) in try decoded(member, key, as: type) }
  }

  private func decoded<Value: Decodable>(
    _ member: JSONValue, _ key: Key, as type: Value.Type
  ) throws(FieldError) -> Value {
    do {
      return try Value(from: JSONValueDecoder(member, at: .inside(path, key)))
    } catch {
      throw FieldError(error, at: path.keys + [key], expecting: type)
    }
  }

  private func absence(of key: Key, _ type: any Any.Type) -> FieldError {
    refusal(key, Expectation.inWords(type).map { "is missing, and must be \($0)" } ?? "is missing")
  }

  /// Whether the field is there and not null.
  public func has(_ key: Key) -> Bool { member(key) != nil }

  private func member(_ key: Key) -> JSONValue? {
    guard let member = members[key.stringValue] else { return nil }
    if case .null = member { return nil }
    return member
  }

  /// The error for a field whose value its owner refuses.
  public func refusal(_ key: Key, _ reason: String) -> FieldError {
    FieldError(path: path.keys + [key], reason: reason)
  }

  private static var refusalOfUnknown: String {
    guard !Key.allCases.isEmpty else { return "is unknown: nothing is expected here" }
    return "is unknown; the fields are \(Key.allCases.map(\.stringValue).joined(separator: ", "))"
  }
}

// Most fields hold text, a name among some, or a whole number: these are read without a decoder, where they are as they
// must be.
extension StrictFields {
  public func required(_ key: Key, as type: String.Type = String.self) throws(FieldError) -> String {
    if let text = try optional(key, as: type) { return text }
    throw absence(of: key, type)
  }

  public func optional(_ key: Key, as type: String.Type = String.self) throws(FieldError) -> String? {
    guard let member = member(key) else { return nil }
    if case .string(let text) = member { return text }
    return try decoded(member, key, as: type)
  }

  public func required<Name: Decodable & RawRepresentable<String>>(
    _ key: Key, as type: Name.Type = Name.self
  ) throws(FieldError) -> Name {
    if let name = try optional(key, as: type) { return name }
    throw absence(of: key, type)
  }

  public func optional<Name: Decodable & RawRepresentable<String>>(
    _ key: Key, as type: Name.Type = Name.self
  ) throws(FieldError) -> Name? {
    guard let member = member(key) else { return nil }
    if case .string(let text) = member, let name = Name(rawValue: text) { return name }
    return try decoded(member, key, as: type)
  }

  public func optional<Number: Decodable & FixedWidthInteger>(
    _ key: Key, as type: Number.Type = Number.self
  ) throws(FieldError) -> Number? {
    guard let member = member(key) else { return nil }
    if case .integer(let integer) = member, let number = Number(exactly: integer) { return number }
    return try decoded(member, key, as: type)
  }
}

/// The parameters of a method, a reply or an error that has none. Refuses any field when decoded.
public struct NoParameters: Codable, Equatable, Sendable {
  private enum CodingKeys: CodingKey, CaseIterable {}

  public init() {}

  public init(from decoder: any Decoder) throws {
    _ = try StrictFields<CodingKeys>(decoder)
  }
}
