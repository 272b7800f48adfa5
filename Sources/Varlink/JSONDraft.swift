/// A JSON value that is being encoded: whoever adds to it holds it, and it is written once it is whole. The members of an
/// object keep the order in which they came.
final class JSONDraft {
  private enum Content {
    case null
    case bool(Bool)
    /// As it is written.
    case number(String)
    case string(String)
    case array([JSONDraft])
    case object([(name: String, value: JSONDraft)])
  }

  private let path: ValuePath
  private var content = Content.null

  private init(at path: ValuePath) { self.path = path }

  /// Throws where there is no JSON for the value, such as for a number that is not finite.
  convenience init(_ value: some Encodable) throws {
    self.init(at: .top)
    try value.encode(to: self)
  }

  // MARK: Making

  private func becomeObject() {
    if case .object = content { return }
    content = .object([])
  }

  private func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  fileprivate func addMember(_ key: some CodingKey) -> JSONDraft {
    let member = JSONDraft(at: .inside(path, key))
    if case .object(var members) = content {
      // The list has one owner then, and is not copied.
      content = .null
      members.append((key.stringValue, member))
      content = .object(members)
    }
    return member
  }

  fileprivate func addElement() -> JSONDraft {
    let element = JSONDraft(at: .inside(path, AnyKey(intValue: elementCount)))
    if case .array(var elements) = content {
      content = .null
      elements.append(element)
      content = .array(elements)
    }
    return element
  }

  fileprivate var elementCount: Int {
    if case .array(let elements) = content { elements.count } else { 0 }
  }

  // MARK: Writing

  func write(to bytes: inout [UInt8]) {
    switch content {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += #"\""#.utf8
      case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
      case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
      case 0..<0x20: bytes += "\\u\(byte < 0x10 ? "000" : "00")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONDraft: Encoder {
  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    becomeObject()
    return KeyedEncodingContainer(DraftMembers(draft: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    becomeArray()
    return DraftElements(draft: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONDraft: SingleValueEncodingContainer {
  func encodeNil() { content = .null }
  func encode(_ value: Bool) { content = .bool(value) }
  func encode(_ value: String) { content = .string(value) }
  func encode(_ value: Double) throws { try encode(floating: value) }
  func encode(_ value: Float) throws { try encode(floating: value) }
  func encode(_ value: some FixedWidthInteger & Encodable) { content = .number("\(value)") }
  func encode(_ value: some Encodable) throws { try value.encode(to: self) }

  private func encode(floating value: some BinaryFloatingPoint) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: "JSON has no \(value)"))
    }
    content = .number("\(value)")
  }
}

private struct DraftMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let draft: JSONDraft

  var codingPath: [any CodingKey] { draft.codingPath }

  func encodeNil(forKey key: Key) { draft.addMember(key).encodeNil() }
  func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: draft.addMember(key)) }

  // What most members are needs no encoder of its own.
  func encode(_ value: Bool, forKey key: Key) { draft.addMember(key).encode(value) }
  func encode(_ value: String, forKey key: Key) { draft.addMember(key).encode(value) }
  func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) { draft.addMember(key).encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    draft.addMember(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    draft.addMember(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { draft.addMember(AnyKey(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { draft.addMember(key) }
}

private struct DraftElements: UnkeyedEncodingContainer {
  let draft: JSONDraft

  var codingPath: [any CodingKey] { draft.codingPath }
  var count: Int { draft.elementCount }

  func encodeNil() { draft.addElement().encodeNil() }
  func encode(_ value: some Encodable) throws { try value.encode(to: draft.addElement()) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    draft.addElement().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { draft.addElement().unkeyedContainer() }
  func superEncoder() -> any Encoder { draft.addElement() }
}
