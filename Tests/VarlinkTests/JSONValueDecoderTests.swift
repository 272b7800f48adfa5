import Testing

@testable import Varlink

/// What is decoded without ``StrictFields``.
@Suite struct JSONValueDecoderTests {
  private func decode<Result: Decodable>(_ text: String, as type: Result.Type = Result.self) throws -> Result {
    try JSONParser.parse(Array(text.utf8)[...], depth: 8).decoded(as: type)
  }

  @Test func `each type is decoded from what JSON has for it`() throws {
    #expect(try decode("[1,2,255]") == [1, 2, 255] as [UInt8])
    #expect(try decode("[1.0,-1e2]") == [1, -100])
    #expect(try decode("[1,0.5]") == [1, 0.5])
    #expect(try decode("[1,0.5]") == [1, 0.5] as [Float])
    #expect(try decode("[null,true]") == [nil, true])
    #expect(try decode(#"{"a":[{"b":"c"}]}"#) == ["a": [["b": "c"]]])
  }

  @Test(arguments: ["[256]", "[-1]", "[0.5]", "[1e400]", #"["1"]"#, "[null]", "[true]", "[[]]", "{}", "1"])
  func `what is none is refused`(text: String) {
    #expect(throws: FieldError.self) { try decode(text, as: [UInt8].self) }
  }

  @Test func `a number that is too large for its type is refused`() {
    #expect(throws: FieldError(field: "", reason: "must be a number")) { try decode("1e400", as: Double.self) }
    #expect(throws: FieldError(field: "[0]", reason: "must be a number")) { try decode("[1e39]", as: [Float].self) }
  }

  private struct Nested: Decodable, Equatable {
    enum Key: CodingKey { case list, parent, beyond }

    var numbers: [Int] = []
    var text = ""
    var isAtEnd = false

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      var list = try members.nestedUnkeyedContainer(forKey: .list)
      numbers.append(try list.decode(Int.self))
      while try list.decodeNil() {}
      var inner = try list.nestedUnkeyedContainer()
      numbers.append(try inner.decode(Int.self))
      numbers.append(try Int(from: list.superDecoder()))
      let object = try list.nestedContainer(keyedBy: Key.self)
      text = try object.decode(String.self, forKey: .parent)
      text += try String(from: members.superDecoder(forKey: .parent)) + String(from: members.superDecoder())
      isAtEnd = list.isAtEnd && inner.isAtEnd
      if members.contains(.beyond) { _ = try list.decode(Int.self) }
    }
  }

  private let nested = #""list":[1,null,null,[2],3,{"parent":"x"}],"parent":"y","super":"z""#

  @Test func `containers are read in every way that there is`() throws {
    let value = try decode("{\(nested)}", as: Nested.self)
    #expect(value.numbers == [1, 2, 3])
    #expect(value.text == "xyz")
    #expect(value.isAtEnd)
  }

  @Test func `a list is not read beyond its end`() {
    #expect(throws: FieldError(field: "list[6]", reason: "holds a value that cannot be read")) {
      try decode("{\(nested),\"beyond\":1}", as: Nested.self)
    }
  }
}
