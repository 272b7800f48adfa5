import Glibc
import Testing

extension ProgramTests {
  /// Cues that are to be heard later.
  @Suite struct Scheduling {
    let place = Place.current

    @Test func `A cue for later is told until its end, and expires so long after its time`() async throws {
      _ = try await place.startDaemon()
      let end = try await place.cuectl("say", "Hello", "--at", "+2", "--expires", "0.05", "--json")
      let reason = "its turn did not come in time"
      #expect(
        end
          == Child.End(
            status: 1,
            output: "{\"state\":\"scheduled\"}\n{\"state\":\"queued\"}\n"
              + "{\"reason\":\"\(reason)\",\"state\":\"expired\"}\n",
            error: "cuectl: expired: \(reason)\n"))
    }

    @Test(arguments: [SIGINT, SIGTERM], ["", "--session s --id a", "--id a", "--wait"])
    func `Whoever interrupts it takes the cue back`(signal: Int32, options: String) async throws {
      _ = try await place.startDaemon()
      let words = ["play", "halfway", "--at", "+3600", "--json"] + options.split(separator: " ").map(String.init)
      let waiting = place.start("cuectl", words)
      try await waiting.untilOutput(has: "scheduled")
      waiting.signal(signal)
      let end = try await waiting.end()
      #expect(
        end
          == Child.End(
            status: 128 + signal, output: "{\"state\":\"scheduled\"}\n{\"state\":\"cancelled\"}\n", error: ""))
      #expect(try await place.cuectl("status").output.contains("\nwaiting       0\n"))
    }

    @Test func `Interrupted while the daemon does not answer, it ends all the same`() async throws {
      let daemon = try await place.startDaemon()
      let waiting = place.start("cuectl", ["play", "halfway", "--at", "+3600", "--json"])
      try await waiting.untilOutput(has: "scheduled")
      daemon.signal(SIGSTOP)
      waiting.signal(SIGINT)
      #expect(try await waiting.end().status == 128 + SIGINT)
      daemon.signal(SIGCONT)
    }

    @Test func `A time that is over is refused before anything is sent`() async throws {
      let end = try await place.cuectl("say", "Hello", "--at", "2001-01-01T00:00Z")
      #expect(end == Child.End(status: 2, output: "", error: "cuectl: --at: 2001-01-01 00:00:00 is over\n"))
      #expect(place.daemons.isEmpty)
    }

    @Test func `A time that the interface cannot hold is named as it stands on the command line`() async throws {
      let end = try await place.cuectl("say", "Hello", "--at", "9999-12-31T23:59-12:00")
      #expect(end.status == 2)
      #expect(end.error.hasPrefix("cuectl: --at: must be microseconds since 1970"))
    }
  }
}
