import Cue
import CueInterface
import EventLoop
import JSON
import SoundLab
import Testing
import Varlink

private let playing = Event.say(
  "Whatever others send meanwhile, this is heard from its beginning to its end.", chime: "bell")

private func call(_ cue: String, flags: String = "") -> String {
  #"{"method":"io.cued.Cues.Play","parameters":{"cue":\#(cue)}\#(flags)}"#
}

private func invalid(_ field: String, _ reason: String) -> JSONValue {
  .object([
    "error": .string("io.cued.Cues.InvalidField"),
    "parameters": .object(["field": .string(field), "reason": .string(reason)]),
  ])
}

extension OnDuckingPulseAudio {
  @Suite struct WireTests {
    @Test func `What is wrong is refused by its name, and a cue that plays plays on`() async throws {
      let refusals: [(cue: String, error: JSONValue)] = [
        (#"{"id":"1","event":"minute","count":"five"}"#, invalid("cue.count", "must be a whole number")),
        (#"{"id":7,"event":"halfway"}"#, invalid("cue.id", "must be a string")),
        (#"{"event":"halfway"}"#, invalid("cue.id", "is missing, and must be a string")),
        (#"{"id":"1","event":"minute"}"#, invalid("cue.count", "is missing, and must be a whole number")),
        (#"{"id":"1","event":"halfway","count":5}"#, invalid("cue.count", "has no meaning for the event halfway")),
        (#"{"id":"1","event":"minute","count":0}"#, invalid("cue.count", "must be 1 to 1440, not 0")),
        (
          #"{"id":"1","event":"halfway","loud":true}"#,
          invalid(
            "cue.loud",
            "is unknown; the fields are id, session, event, week, day, interval, seconds, count, text, chime, voice, "
              + "at_usec, expires_usec")
        ),
        (
          #"{"id":"1","event":"jump"}"#,
          invalid(
            "cue.event",
            "must be one of start, transition, warning, halfway, minute, cooldown, complete, paused, resumed, say")
        ),
        (
          #"{"id":"1","event":"say","text":"Hello.","chime":"gong"}"#,
          invalid(
            "cue.chime",
            "must be one of run, walk, tick, start, halfway, minute, cooldown, complete, paused, resumed, bell, alert")
        ),
      ]
      let heard = try await hear { daemon in
        let cue = try await daemon.send(playing)
        try await cue.until(.playing)
        let client = try RawClient(daemon)
        for refusal in refusals {
          #expect(try await client.answer(to: call(refusal.cue)) == refusal.error)
        }
        #expect(!client.isClosed)
        client.close()
        #expect(!cue.hasEnded)
        try await cue.untilPlayed()
      }
      let faults = heard.faults(expecting: try await rendered([playing]))
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `What is no message is the end of its connection alone, and a cue that plays plays on`() async throws {
      let heard = try await hear { daemon in
        let cue = try await daemon.send(playing)
        try await cue.until(.playing)

        let endless = try RawClient(daemon)
        try await endless.send(Array(repeating: UInt8(ascii: "x"), count: 10_000_000))
        try await until("a message without an end to be hung up on") { endless.isClosed }
        let noise = try RawClient(daemon)
        try await noise.send("GET / HTTP/1.1\r\n\r\n")
        try await until("what is not JSON to be hung up on") { noise.isClosed }
        let half = try RawClient(daemon)
        try await half.send(Array(#"{"method":"io.cued.Cues.Pl"#.utf8))
        half.close()
        #expect(endless.messages.isEmpty && noise.messages.isEmpty)
        #expect(!cue.hasEnded)
        try await cue.untilPlayed()
        try await until("all of them to be gone") { try await daemon.status.connections == 2 }
      }
      let faults = heard.faults(expecting: try await rendered([playing]))
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `A oneway call is not answered, and its cue is played`() async throws {
      let heard = try await hear { daemon in
        let monitor = try await Monitoring(daemon)
        let client = try RawClient(daemon)
        try await client.send(call(#"{"id":"1","event":"halfway"}"#, flags: #","oneway":true"#))
        try await until("the cue to be played") { monitor.states(of: "1").last == .played }
        // What is sent after it is answered: it was read, and no answer to it came before.
        let status = try await client.answer(to: #"{"method":"io.cued.Cues.GetStatus"}"#)
        #expect(client.messages.count == 1)
        guard case .object(let reply) = status, case .object(let parameters) = reply["parameters"] else {
          throw Failure("no status: \(status)")
        }
        #expect(parameters["waiting"] == .integer(0))
        client.close()
      }
      let faults = heard.faults(expecting: try await rendered([.halfway]))
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }
  }
}
