import Testing

@testable import Varlink

@Suite struct JSONSyntaxTests {
  @Test(arguments: [
    "{}", "[]", " {\t\"a\" : [ 1 , 2 ]\r\n} ", "0", "-0.5e+10", "1E9", "true", "false", "null",
    #""a\"\\\/\b\f\n\r\t\u00e9""#, #"{"a":{"b":[[],{}]}}"#, "\"é𝄞\"", #""{[""#,
  ])
  func `well-formed JSON passes`(text: String) {
    #expect(JSONSyntax.isValid(Array(text.utf8), depth: 8))
  }

  @Test(arguments: [
    "", " ", "{", "}", "[1,]", "{\"a\":1,}", "{,}", "[,1]", "{\"a\"}", "{\"a\" 1}", "{a:1}", "{1:1}", "{} {}", "{}x",
    "01", "1.", ".5", "-", "+1", "1e", "1.2.3", "0x1", "NaN", "tru", "truee", "nul", #"""#, #""\q""#, #""\u12""#,
    #""\u12g4""#, "\"\n\"", "[1 2]", "'a'", "{\"a\":1]", "// x\n{}", "\u{FEFF}{}",
  ])
  func `anything else does not`(text: String) {
    #expect(!JSONSyntax.isValid(Array(text.utf8), depth: 8))
  }

  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22],
  ])
  func `bytes that are not UTF-8 do not`(bytes: [UInt8]) {
    #expect(!JSONSyntax.isValid(bytes, depth: 8))
  }

  @Test(arguments: [(3, 3, true), (4, 3, false), (100_000, 32, false)])
  func `arrays and objects may lie in one another only so deep`(levels: Int, limit: Int, passes: Bool) {
    let arrays = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    let objects = String(repeating: "{\"a\":", count: levels) + "1" + String(repeating: "}", count: levels)
    #expect(JSONSyntax.isValid(Array(arrays.utf8), depth: limit) == passes)
    #expect(JSONSyntax.isValid(Array(objects.utf8), depth: limit) == passes)
  }

  @Test func `arrays and objects side by side are not deep`() {
    let text = "[" + Array(repeating: "[{}]", count: 1_000).joined(separator: ",") + "]"
    #expect(JSONSyntax.isValid(Array(text.utf8), depth: 3))
  }
}
