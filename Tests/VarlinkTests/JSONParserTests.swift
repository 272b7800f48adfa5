import JSON
import Testing

@testable import Varlink

@Suite struct JSONParserTests {
  private func isValid(_ bytes: [UInt8], depth: Int) -> Bool {
    (try? JSONParser.parse(bytes[...], depth: depth)) != nil
  }

  private func parse(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)[...], depth: 8) }

  @Test(arguments: [
    "{}", "[]", " {\t\"a\" : [ 1 , 2 ]\r\n} ", "0", "-0.5e+10", "1E9", "true", "false", "null",
    #""a\"\\\/\b\f\n\r\t\u00e9""#, #"{"a":{"b":[[],{}]}}"#, "\"é𝄞\"", #""{[""#,
  ])
  func `well-formed JSON passes`(text: String) {
    #expect(isValid(Array(text.utf8), depth: 8))
  }

  @Test(arguments: [
    "", " ", "{", "}", "[1,]", "{\"a\":1,}", "{,}", "[,1]", "{\"a\"}", "{\"a\" 1}", "{a:1}", "{1:1}", "{} {}", "{}x",
    "01", "1.", ".5", "-", "+1", "1e", "1.2.3", "0x1", "NaN", "tru", "truee", "nul", #"""#, #""\q""#, #""\u12""#,
    #""\u12g4""#, "\"\n\"", "[1 2]", "'a'", "{\"a\":1]", "// x\n{}", "\u{FEFF}{}",
    #""\ud83c""#, #""\udfc3""#, #""\ud83cx""#, #""\ud83c\n""#, #""\ud83c\u0041""#, #""\udfc3\ud83c""#,
  ])
  func `anything else does not`(text: String) {
    #expect(!isValid(Array(text.utf8), depth: 8))
  }

  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22],
  ])
  func `bytes that are not UTF-8 do not`(bytes: [UInt8]) {
    #expect(!isValid(bytes, depth: 8))
  }

  @Test(arguments: [(3, 3, true), (4, 3, false), (100_000, 32, false)])
  func `arrays and objects may lie in one another only so deep`(levels: Int, limit: Int, passes: Bool) {
    let arrays = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    let objects = String(repeating: "{\"a\":", count: levels) + "1" + String(repeating: "}", count: levels)
    #expect(isValid(Array(arrays.utf8), depth: limit) == passes)
    #expect(isValid(Array(objects.utf8), depth: limit) == passes)
  }

  @Test func `arrays and objects side by side are not deep`() {
    let text = "[" + Array(repeating: "[{}]", count: 1_000).joined(separator: ",") + "]"
    #expect(isValid(Array(text.utf8), depth: 3))
  }

  @Test(
    arguments: [
      ("null", .null), ("true", .bool(true)), (" false", .bool(false)), ("[]", .array([])), ("{}", .object([:])),
      ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("1.0", .number(1)), ("-2.5e-1", .number(-0.25)), ("1E3", .number(1_000)), ("1e400", .number(.infinity)),
      (#""""#, .string("")), (#""é𝄞""#, .string("é𝄞")),
      (#""a\"\\\/\b\f\n\r\t\u00E9b""#, .string("a\"\\/\u{8}\u{C}\n\r\téb")),
      (#""\ud83c\udfc3\u0000""#, .string("🏃\0")),
      (#"[1,"a",[null]]"#, .array([.integer(1), .string("a"), .array([.null])])),
      (#"{"a":{"b":[]},"":1}"#, .object(["a": .object(["b": .array([])]), "": .integer(1)])),
      (#"{"a":1,"a":2}"#, .object(["a": .integer(1)])), (#"{"\u0061":1}"#, .object(["a": .integer(1)])),
    ] as [(String, JSONValue)])
  func `it is read as what it says`(text: String, value: JSONValue) throws {
    #expect(try parse(text) == value)
  }
}
