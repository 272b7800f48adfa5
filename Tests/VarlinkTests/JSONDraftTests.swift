import FoundationEssentials
import JSON
import Testing

@testable import Varlink

@Suite struct JSONDraftTests {
  private func bytes(_ value: some Encodable) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try JSONDraft(value).write(to: &bytes)
    return bytes
  }

  private func text(_ value: some Encodable) throws -> String { String(decoding: try bytes(value), as: UTF8.self) }

  private struct Everything: Codable, Equatable {
    struct Inner: Codable, Equatable {
      var name: String
      var list: [Int8]
    }

    var flag = true
    var natural = UInt64.max
    var whole = Int.min
    var number = -0.5
    var short: Float = 1e20
    var absent: String?
    var inner = Inner(name: "a", list: [-1, 0, 1])
    var lists: [[Inner?]] = [[], [nil, Inner(name: "", list: [])]]
  }

  @Test func `what is encoded is written with its members in their order`() throws {
    #expect(
      try text(Everything())
        == #"{"flag":true,"natural":18446744073709551615,"whole":-9223372036854775808,"number":-0.5,"short":1e+20,"#
        + #""inner":{"name":"a","list":[-1,0,1]},"lists":[[],[null,{"name":"","list":[]}]]}"#)
  }

  @Test func `JSONDecoder reads what is written`() throws {
    let bytes = try bytes(Everything())
    #expect(try JSONDecoder().decode(Everything.self, from: Data(bytes)) == Everything())
  }

  @Test func `characters that may not stand in a string are escaped, and others are not`() throws {
    #expect(try text("a\"b\\c/é🏃\n\r\t\u{0}\u{1F}\u{7F}") == #""a\"b\\c/é🏃\n\r\t\u0000\u001f"# + "\u{7F}\"")
  }

  /// Makes its containers in every way that there is.
  private final class Nesting: Encodable {
    enum Key: CodingKey { case fields, list, parent }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      var fields = members.nestedContainer(keyedBy: Key.self, forKey: .fields)
      var list = members.nestedUnkeyedContainer(forKey: .list)
      try fields.encodeNil(forKey: .list)
      try list.encode(list.count)
      try list.encode(list.count)
      var inner = list.nestedUnkeyedContainer()
      try inner.encodeNil()
      var object = list.nestedContainer(keyedBy: Key.self)
      try object.encode(1, forKey: .fields)
      try "x".encode(to: list.superEncoder())
      try "y".encode(to: members.superEncoder(forKey: .parent))
      try "z".encode(to: members.superEncoder())
    }
  }

  @Test func `containers that are filled by turns stay apart`() throws {
    #expect(
      try text(Nesting()) == #"{"fields":{"list":null},"list":[0,1,[null],{"fields":1},"x"],"parent":"y","super":"z"}"#)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `a number that JSON does not have is refused where it stands`(number: Double) throws {
    let error = #expect(throws: EncodingError.self) { try JSONDraft(["a": [1, number]]) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
  }

  @Test func `any JSON value comes out as it went in`() throws {
    let text = #"{"a":[1,-2.5,"x",true,null,{}],"b":9007199254740993}"#
    let value = try JSONParser.parse(Array(text.utf8)[...], depth: 4)
    #expect(try value.decoded(as: JSONValue.self) == value)
    #expect(try JSONParser.parse(bytes(value)[...], depth: 4) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
  }
}
