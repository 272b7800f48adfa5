import CueInterface
import Glibc
import Testing

extension ProgramTests {
  /// What the programs do when the daemon is killed, and another one is started.
  @Suite struct Restarting {
    let place = Place.current

    private func kill(_ daemon: Child) async throws {
      daemon.signal(SIGKILL)
      _ = try await daemon.end()
    }

    @Test func `A monitor goes on with the next daemon, and tells first what is there`() async throws {
      let daemon = try await place.startDaemon()
      let monitor = place.start("cuectl", ["monitor", "--json"])
      try await monitor.untilOutput(has: "\"cues\":[]")
      daemon.signal(SIGTERM)
      _ = try await daemon.end()
      _ = try await place.startDaemon()
      while try await place.cuectl("status").output.contains("clients       1,") {
        try await Task.sleep(for: .milliseconds(5))
      }
      _ = try await place.cuectl("say", "Hello", "--id", "a", "--session", "s")
      try await monitor.untilOutput(has: "\"id\":\"a\"")
      monitor.signal(SIGINT)
      let end = try await monitor.end()
      #expect(end.status == 0)
      #expect(end.output.split(separator: "\n").filter { $0.contains("\"cues\":[]") }.count == 2)
      #expect(end.error == "cuectl: cued has gone away, and is waited for\ncuectl: cued is back\n")
    }

    @Test func `Who waits for a cue goes on waiting with the next daemon, and is told the end`() async throws {
      let daemon = try await place.startDaemon()
      let waiting = place.start("cuectl", ["say", "Hello", "--wait", "--json"])
      try await waiting.untilOutput(has: "queued")
      try await kill(daemon)
      _ = try await place.startDaemon()
      while !(try await place.cuectl("status").output.contains("\nwaiting       1\n")) {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(try await place.cuectl("cancel", "--all").output == "1 cue taken back\n")
      let end = try await waiting.end()
      #expect(end.status == 1)
      #expect(end.output == "{\"state\":\"queued\"}\n{\"state\":\"cancelled\"}\n")
      #expect(end.error.hasSuffix("cuectl: cancelled\n"))
    }

    @Test func `Where nobody else starts a daemon again, who waits does`() async throws {
      let daemon = try await place.startDaemon()
      let waiting = place.start("cuectl", ["say", "Hello", "--wait", "--session", "s", "--id", "a", "--json"])
      while !(try await place.cuectl("status").output.contains("\nwaiting       1\n")) {
        try await Task.sleep(for: .milliseconds(5))
      }
      try await kill(daemon)
      // Taken back before the waiting client has come back, the cue is sent anew.
      while !waiting.output.contains("cancelled") {
        _ = try await place.cuectl("cancel", "a", "--session", "s")
      }
      #expect(try await waiting.end().error.hasSuffix("cuectl: cancelled\n"))
      #expect(place.daemons.count == 1)
    }

    @Test func `A cue that another daemon could not tell from others is lost, and the person hears so`() async throws {
      let daemon = try await place.startDaemon()
      let waiting = place.start("cuectl", ["say", "Hello", "--wait", "--id", "a", "--json"])
      try await waiting.untilOutput(has: "queued")
      try await kill(daemon)
      let end = try await waiting.end()
      #expect(end.status == 1)
      #expect(
        end.error
          == "cuectl: cued has gone away, and what becomes of a is not known any more, since it has no session\n")
    }
  }
}
