import JSON

@testable import CueInterface
@testable import Varlink

/// What the daemon makes of a cue that comes as this JSON.
func decode(_ cue: String) throws(FieldError) -> WireCue {
  let parameters = (try? parse("{\"cue\":\(cue)}")) ?? .null
  return try parameters.decoded(as: Cues.Play.Parameters.self).cue
}

/// What the daemon makes of a call's parameters that come as this JSON.
func decode<Parameters: Decodable>(_ parameters: String, as: Parameters.Type) throws(FieldError) -> Parameters {
  try ((try? parse(parameters)) ?? .null).decoded(as: Parameters.self)
}

/// JSON that is written with single quotes.
func json(_ text: String) -> String { String(text.map { $0 == "'" ? "\"" : $0 }) }

/// As it is sent.
func encode(_ value: some Encodable) -> String {
  var bytes: [UInt8] = []
  (try? JSONDraft(value))?.write(to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// The names of the fields that it is sent with.
func fieldNames(of value: some Encodable) throws -> Set<String> {
  Set(try parse(encode(value)).decoded(as: [String: JSONValue].self).keys)
}

private func parse(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)[...], depth: 32) }
