import FoundationEssentials

@testable import CueInterface
@testable import Varlink

/// What the daemon makes of a cue that comes as this JSON.
func decode(_ cue: String) throws(FieldError) -> WireCue {
  let message = Data("{\"method\":\"io.cued.Cues.Play\",\"parameters\":{\"cue\":\(cue)}}".utf8)
  return try Message.parameters(of: message, as: Cues.Play.Parameters.self).cue
}

/// JSON that is written with single quotes.
func json(_ text: String) -> String { String(text.map { $0 == "'" ? "\"" : $0 }) }

/// As it is sent.
func encode(_ value: some Encodable) -> String {
  String(decoding: Message.encode(value), as: UTF8.self)
}

/// The names of the fields that it is sent with.
func fieldNames(of value: some Encodable) throws -> Set<String> {
  Set(try JSONDecoder().decode([String: JSONValue].self, from: Message.encode(value)).keys)
}
