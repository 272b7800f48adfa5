import CueInterface
import FoundationEssentials

@testable import Varlink

/// Calls and replies as they come from a socket, in two pieces; and what is in them, where it is a cue.
func readMessages(_ input: UnsafeRawBufferPointer) {
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

private func readMessage(_ message: Data) {
  _ = Message.header(of: message, as: ReplyHeader.self)
  guard Message.header(of: message, as: CallHeader.self) != nil else { return }
  _ = try? Message.parameters(of: message, as: JSONValue.self)
  _ = try? Message.parameters(of: message, as: Cues.Cancel.Parameters.self)
  _ = try? Message.parameters(of: message, as: Cues.Monitor.Reply.self)
  guard let play = try? Message.parameters(of: message, as: Cues.Play.Parameters.self) else { return }
  let again = Message.encode(OutgoingCall(method: Cues.Play.method, parameters: play, more: nil, oneway: nil))
  let cue = try? Message.parameters(of: again, as: Cues.Play.Parameters.self).cue
  precondition(cue == play.cue, "a cue that was taken is another when it is sent on")
}
