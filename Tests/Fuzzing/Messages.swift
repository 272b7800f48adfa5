import CueInterface
import FoundationEssentials
import JSON

@testable import Varlink

/// Calls and replies as they come from a socket, in two pieces; and what is in them, where it is a cue.
func readMessages(_ input: UnsafeRawBufferPointer) {
  for text in Array(input).split(separator: 0) { compare(text) }
  var buffer = MessageBuffer(limit: VarlinkServer.Limits().message, nesting: VarlinkServer.Limits().nesting)
  let middle = input.count / 2
  for piece in [input[..<middle], input[middle...]] {
    buffer.append(UnsafeRawBufferPointer(rebasing: piece))
    do {
      while let message = try buffer.next() { readMessage(message) }
    } catch {
      return
    }
  }
}

/// What is read is what JSONDecoder makes of it, and what is written is read as the same. Of numbers beyond 2^53 that have
/// a fraction JSONDecoder makes integers, and rounds otherwise.
private func compare(_ text: ArraySlice<UInt8>) {
  guard let parsed = try? JSONParser.parse(text, depth: VarlinkServer.Limits().nesting),
    let value = try? parsed.decoded(as: JSONValue.self)
  else { return }
  let reference = try? JSONDecoder().decode(JSONValue.self, from: Data(text))
  precondition(
    reference.map(value.isLike) ?? false, "JSON is read as \(value), not \(String(describing: reference))")
  var written: [UInt8] = []
  (try? JSONDraft(value))?.write(to: &written)
  let copy = try? JSONParser.parse(written[...], depth: VarlinkServer.Limits().nesting).decoded(as: JSONValue.self)
  precondition(copy == value, "JSON that was read is other when it is written again")
}

extension JSONValue {
  /// Whether it is the same, but for how a number is rounded beyond 2^53.
  fileprivate func isLike(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let values), .array(let others)):
      values.count == others.count && zip(values, others).allSatisfy { $0.isLike($1) }
    case (.object(let fields), .object(let others)):
      fields.count == others.count && fields.allSatisfy { name, value in others[name].map(value.isLike) ?? false }
    default: self == other || isNear(other)
    }
  }

  private func isNear(_ other: JSONValue) -> Bool {
    guard let number = large, let other = other.large else { return false }
    return abs(number - other) <= 2 * number.ulp
  }

  /// A number beyond 2^53.
  private var large: Double? {
    let number: Double? =
      switch self {
      case .integer(let value): Double(value)
      case .number(let value): value
      case .null, .bool, .string, .array, .object: nil
      }
    guard let number, abs(number) >= 0x1p53 else { return nil }
    return number
  }
}

private func readMessage(_ message: JSONValue) {
  _ = IncomingReply(message)
  guard let parameters = IncomingCall(message)?.parameters else { return }
  _ = try? parameters.decoded(as: Cues.Cancel.Parameters.self)
  _ = try? parameters.decoded(as: Cues.Monitor.Reply.self)
  guard let play = try? parameters.decoded(as: Cues.Play.Parameters.self) else { return }
  let again = OutgoingMessage.call(Cues.Play.method, play)
  let copy = (try? JSONParser.parse(again[...], depth: 8)).flatMap { IncomingCall($0) }?.parameters
  let cue = try? copy?.decoded(as: Cues.Play.Parameters.self).cue
  precondition(cue == play.cue, "a cue that was taken is another when it is sent on")
}
