import JSON
import Testing

@Suite struct JSON5ReaderTests {
  private func read(_ text: String) throws -> [JSON5Reader.Member] {
    try JSON5Reader.members(of: Array(text.utf8), depth: 4)
  }

  private func value(_ text: String) throws -> JSONValue {
    let members = try read("{a:\(text)}")
    return try #require(members.first).value
  }

  @Test func `What people write is read, member by member, each with its line`() throws {
    let members = try read(
      """
      \u{FEFF}// A comment.
      {
        rate: 200, /* another
        one */ 'voice': "en-gb",
        "chime.run": false,
        $_ü9: null,
      } // the end
      """)
    #expect(members.map(\.name) == ["rate", "voice", "chime.run", "$_ü9"])
    #expect(members.map(\.line) == [3, 4, 5, 6])
    #expect(members.map(\.value) == [.integer(200), .string("en-gb"), .bool(false), .null])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"])
  func `A line ends as lines end in JSON5`(end: String) throws {
    #expect(try read("{" + end + end + "a:1}").map(\.line) == [3])
  }

  static let values: [(String, JSONValue)] = [
    ("0", .integer(0)), ("-0", .integer(0)), ("+7", .integer(7)), ("-12", .integer(-12)), ("0x1F", .integer(31)),
    ("-0Xff", .integer(-255)), ("1.5", .number(1.5)), (".5", .number(0.5)), ("5.", .integer(5)),
    ("1e3", .integer(1_000)),
    ("-.25E+1", .number(-2.5)), ("9223372036854775807", .integer(.max)), ("1e300", .number(1e300)),
    ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ("''", .string("")), (#"'a"b'"#, .string("a\"b")), (#""it's""#, .string("it's")),
    ("'é𝄞\u{2028}'", .string("é𝄞\u{2028}")),
    (#"'\b\f\n\r\t\v\0\'\"\\\/\q'"#, .string("\u{8}\u{C}\n\r\t\u{B}\0'\"\\/q")),
    (#"'\x41\u00e9\ud83c\udfc3'"#, .string("Aé🏃")), ("'a\\\nb\\\r\nc'", .string("abc")),
    ("[]", .array([])), ("[1,]", .array([.integer(1)])), ("[ 1 , /* . */ 'a' ]", .array([.integer(1), .string("a")])),
    ("{}", .object([:])),
    (#"{b:{},'c':1,\u0064:2,}"#, .object(["b": .object([:]), "c": .integer(1), "d": .integer(2)])),
  ]

  @Test(arguments: values)
  func `A value is read as what it says`(text: String, expected: JSONValue) throws {
    #expect(try value(text) == expected)
  }

  static let refusals: [(text: String, line: Int, reason: String)] = [
    ("", 1, "an object is expected, in braces"),
    ("\n[]", 2, "an object is expected, in braces"),
    ("{}\n{}", 2, "something stands behind the object"),
    ("{", 1, "a name is expected"),
    ("{a:1\n\nb:2}", 3, "a comma or } is expected"),
    ("{,}", 1, "a name is expected"),
    ("{a:1,,}", 1, "a name is expected"),
    ("{a}", 1, "a colon is expected behind a"),
    ("{a:\n}", 2, "a value is expected"),
    ("{a:on}", 1, "on is no value: text stands in quotes"),
    ("{1:1}", 1, "a name is expected"),
    ("{a:[1 2]}", 1, "a comma or ] is expected"),
    ("{a:\n'x\n'}", 2, "a string has no end"),
    ("{a:'x", 1, "a string has no end"),
    ("{\n/* }", 2, "a comment has no end"),
    ("{a:1 / 2}", 1, "a lone / is no comment"),
    ("{a:01}", 1, "a number begins with 0"),
    ("{a:.}", 1, "a number has no digits"),
    ("{a:+}", 1, "a number has no digits"),
    ("{a:1e}", 1, "an exponent has no digits"),
    ("{a:10ms}", 1, "a number ends in a letter"),
    ("{a:0x}", 1, "a hexadecimal number must have digits, and at most 63 bits"),
    ("{a:Infinity}", 1, "a number must be finite"),
    ("{a:-NaN}", 1, "a sign stands before a finite number"),
    ("{a:1e999}", 1, "a number must be finite"),
    (#"{a:'\u12g4'}"#, 1, "4 hexadecimal digits are expected"),
    (#"{a:'\ud83c'}"#, 1, "half of a surrogate pair is no text"),
    (#"{a:'\1'}"#, 1, "an escape must not be a digit"),
    (#"{\u0020:1}"#, 1, "an escape in a name must be \\u and a letter's four digits"),
    ("{a:[[[[]]]]}", 1, "too many braces or brackets lie inside one another"),
  ]

  @Test(arguments: refusals)
  func `What is no JSON5 is refused, with its line and the reason`(text: String, line: Int, reason: String) {
    do {
      Issue.record("it is read as \(try read(text))")
    } catch let error as JSON5Reader.Malformed {
      #expect(error.line == line)
      #expect(error.reason == reason)
    } catch {
      Issue.record(error)
    }
  }

  @Test func `What is not UTF-8 is refused`() {
    #expect(throws: JSON5Reader.Malformed.self) { try JSON5Reader.members(of: [0x7B, 0xFF, 0x7D], depth: 4) }
  }
}
