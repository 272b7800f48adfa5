import FoundationEssentials
import JSON
import Testing

@testable import Varlink

/// What a call's parameters are decoded to, or the field and the reason why not.
@Suite struct StrictDecodingTests {
  private func error<Parameters: Decodable>(_ parameters: String, as type: Parameters.Type) -> FieldError? {
    do throws(FieldError) {
      _ = try self.parameters(of: #"{"method":"a.B","parameters":\#(parameters)}"#).decoded(as: type)
      return nil
    } catch {
      return error
    }
  }

  private func parameters(of call: String) -> JSONValue {
    guard let message = try? JSONParser.parse(Array(call.utf8)[...], depth: 32), let call = IncomingCall(message) else {
      Issue.record("\(call) is no call")
      return .null
    }
    return call.parameters
  }

  @Test(arguments: [
    (#"{}"#, "step", "is missing"),
    (#"{"step":null}"#, "step", "is missing"),
    (#"{"step":3}"#, "step", "must be an object"),
    (#"{"step":[]}"#, "step", "must be an object"),
    (#"{"stop":{}}"#, "stop", "is unknown; the fields are step"),
    (#"{"step":{"size":1,"mood":"calm"},"b":1,"a":1}"#, "a", "is unknown; the fields are step"),
    (#"{"step":{"mood":"calm"}}"#, "step.size", "is missing, and must be a whole number from 0 to 255"),
    (#"{"step":{"size":"1","mood":"calm"}}"#, "step.size", "must be a whole number from 0 to 255"),
    (#"{"step":{"size":1.5,"mood":"calm"}}"#, "step.size", "must be a whole number from 0 to 255"),
    (#"{"step":{"size":256,"mood":"calm"}}"#, "step.size", "must be a whole number from 0 to 255"),
    (#"{"step":{"size":-1,"mood":"calm"}}"#, "step.size", "must be a whole number from 0 to 255"),
    (#"{"step":{"size":1e99,"mood":"calm"}}"#, "step.size", "must be a whole number from 0 to 255"),
    (#"{"step":{"size":true,"mood":"calm"}}"#, "step.size", "must be a whole number from 0 to 255"),
    (#"{"step":{"size":0,"mood":"calm"}}"#, "step.size", "must be 1 or more"),
    (#"{"step":{"size":1}}"#, "step.mood", "is missing, and must be one of calm, wild"),
    (#"{"step":{"size":1,"mood":"sad"}}"#, "step.mood", "must be one of calm, wild"),
    (#"{"step":{"size":1,"mood":7}}"#, "step.mood", "must be one of calm, wild"),
    (#"{"step":{"size":1,"mood":"calm","note":7}}"#, "step.note", "must be a string"),
    (#"{"step":{"size":1,"mood":"calm","pace":7}}"#, "step.pace", "is unknown; the fields are size, mood, note"),
  ])
  func `a wrong field is named, with what was expected`(parameters: String, field: String, reason: String) {
    #expect(error(parameters, as: Counter.Walk.self) == FieldError(field: field, reason: reason))
  }

  @Test(arguments: [
    #"{"step":{"size":1,"mood":"calm"}}"#, #"{"step":{"size":255,"mood":"wild","note":null}}"#,
    #"{"step":{"size":1.0,"mood":"wild","note":"x"}}"#,
  ])
  func `right fields pass`(parameters: String) {
    #expect(error(parameters, as: Counter.Walk.self) == nil)
  }

  private struct Everything: Decodable {
    enum CodingKeys: CodingKey, CaseIterable { case parameters, list, number, natural, flag }

    init(from decoder: any Decoder) throws {
      let fields = try StrictFields<CodingKeys>(decoder)
      _ = try fields.optional(.parameters, as: Int.self)
      _ = try fields.optional(.list, as: [Counter.Step].self)
      _ = try fields.optional(.number, as: Double.self)
      _ = try fields.optional(.natural, as: UInt.self)
      _ = try fields.optional(.flag, as: Bool.self)
    }
  }

  @Test(arguments: [
    (#"{"parameters":"x"}"#, "parameters", "must be a whole number"),
    (#"{"list":{}}"#, "list", "must be a list"),
    (#"{"list":[{"size":1,"mood":"calm"},{"size":"x"}]}"#, "list[1].size", "must be a whole number from 0 to 255"),
    (#"{"number":"x"}"#, "number", "must be a number"),
    (#"{"natural":-1}"#, "natural", "must be a whole number, 0 or more"),
    (#"{"flag":1}"#, "flag", "must be true or false"),
  ])
  func `each type is expected in words`(parameters: String, field: String, reason: String) {
    #expect(error(parameters, as: Everything.self) == FieldError(field: field, reason: reason))
  }

  @Test func `types that are not strict name the field too`() {
    #expect(
      error(#"{"text":1}"#, as: Counter.Note.self) == FieldError(field: "text", reason: "must be a string"))
    #expect(error(#"{}"#, as: Counter.Note.self) == FieldError(field: "text", reason: "is missing"))
  }

  @Test func `absent parameters are empty ones`() throws {
    for call in [#"{"method":"a.B"}"#, #"{"method":"a.B","parameters":null}"#] {
      #expect(try parameters(of: call).decoded(as: NoParameters.self) == NoParameters())
      #expect(throws: FieldError(field: "text", reason: "is missing")) {
        try parameters(of: call).decoded(as: Counter.Note.self)
      }
    }
  }

  @Test func `a method without parameters refuses any`() {
    #expect(
      error(#"{"x":1}"#, as: NoParameters.self)
        == FieldError(field: "x", reason: "is unknown: nothing is expected here"))
  }

  @Test func `a field error reads as a sentence`() {
    #expect("\(FieldError(field: "cue.seconds", reason: "must be 1 or more"))" == "cue.seconds must be 1 or more")
  }

  @Test func `another decoder's fields are read as strictly`() throws {
    func decode(_ text: String) throws -> Counter.Walk {
      try JSONDecoder().decode(Counter.Walk.self, from: Data(text.utf8))
    }
    #expect(try decode(#"{"step":{"size":1,"mood":"calm"}}"#).step.size == 1)
    #expect(throws: FieldError(field: "step.size", reason: "must be 1 or more")) {
      try decode(#"{"step":{"size":0,"mood":"calm"}}"#)
    }
    #expect(throws: FieldError(field: "stop", reason: "is unknown; the fields are step")) { try decode(#"{"stop":1}"#) }
  }
}
