import CueInterface
import Glibc
import Testing

@testable import cuectl

/// The programs as they are, with a daemon that finds no sound server: its cues wait.
@Suite(.serialized, .timeLimit(.minutes(2)), .ownPlace) enum ProgramTests {}

extension ProgramTests {
  @Suite struct Sending {
    let place = Place.current

    @Test func `A cue that is accepted is a success without a word`() async throws {
      _ = try await place.startDaemon()
      #expect(try await place.cuectl("say", "Hello") == Child.End(status: 0, output: "", error: ""))
      #expect(
        try await place.cuectl("play", "halfway", "--json")
          == Child.End(status: 0, output: "{\"state\":\"queued\"}\n", error: ""))
      #expect(try await place.cuectl("status").output.contains("\nwaiting       2\n"))
    }

    @Test func `Waiting for a cue that expires fails, and says so`() async throws {
      _ = try await place.startDaemon()
      let reason = "its turn did not come in time"
      #expect(
        try await place.cuectl("say", "Hello", "--wait", "--expires", "0.05")
          == Child.End(status: 1, output: "", error: "cuectl: expired: \(reason)\n"))
      #expect(
        try await place.cuectl("say", "Hello", "--wait", "--expires", "0.05", "--json")
          == Child.End(
            status: 1,
            output: "{\"state\":\"queued\"}\n{\"reason\":\"\(reason)\",\"state\":\"expired\"}\n",
            error: "cuectl: expired: \(reason)\n"))
    }

    @Test func `A cue that has ended already, and was not played, fails without waiting too`() async throws {
      _ = try await place.startDaemon()
      let words = ["say", "Hello", "--id", "a", "--session", "s"]
      #expect(try await place.run("cuectl", words + ["--wait", "--expires", "0.05"]).status == 1)
      #expect(try await place.run("cuectl", words) == .failure("expired: its turn did not come in time"))
      let other = try await place.run("cuectl", ["say", "Goodbye"] + words.dropFirst(2))
      #expect(other == .failure("another cue has the id a already: choose another id"))
      #expect(try await place.run("cuectl", ["play", "start"] + start + ["--id", "b", "--session", "s"]).status == 0)
      #expect(try await place.run("cuectl", ["play", "cooldown", "--seconds", "9", "--session", "s"]).status == 0)
      #expect(
        try await place.run("cuectl", ["play", "start"] + start + ["--id", "b", "--session", "s"])
          == .failure("superseded: a later cue of its session is due"))
    }

    private let start = ["--week", "1", "--day", "1", "--seconds", "300"]

    @Test func `The same cue of a session is accepted again, and waits once`() async throws {
      _ = try await place.startDaemon()
      for _ in 0..<2 {
        #expect(try await place.cuectl("say", "Hello", "--id", "a", "--session", "s").status == 0)
      }
      #expect(try await place.cuectl("status").output.contains("\nwaiting       1\n"))
    }

    @Test(arguments: [
      ("play start --week 0 --day 1 --seconds 300", "--week: must be 1 to 9, not 0"),
      ("play complete --week 9 --day 4", "--day: must be 1 to 3, not 4"),
      ("play transition --interval run --seconds 0", "--seconds: must be 1 to 86400, not 0"),
      ("play cooldown --seconds 86401", "--seconds: must be 1 to 86400, not 86401"),
      ("play minute --count -1", "--count: must be 1 to 1440, not -1"),
      ("say ''", "TEXT: must have 1 to 2000 characters, not 0"),
      ("say Hi --id ''", "--id: must have 1 to 128 bytes, not 0"),
      ("say Hi --session \"$(printf 'a\\tb')\"", "--session: must not have control characters"),
      ("say Hi --voice ''", "--voice: must have 1 to 128 bytes, not 0"),
      (
        "say Hi --chime gong",
        "--chime: must be one of run, walk, tick, start, halfway, minute, cooldown, complete, paused, resumed, "
          + "bell, alert"
      ),
      ("say Hi --week 1", "--week: has no meaning for say"),
      ("cancel", "cancel: needs the ID of a cue, or --all"),
    ])
    func `What the daemon or cuectl itself refuses is named as it stands on the command line`(
      line: String, message: String
    ) async throws {
      #expect(
        try await place.shell("cuectl \(line)") == Child.End(status: 2, output: "", error: "cuectl: \(message)\n"))
    }

    @Test func `Options may follow the text, also where POSIXLY_CORRECT is set`() async throws {
      #expect(
        try await place.shell("POSIXLY_CORRECT=1 cuectl say Hi --week 1")
          == Child.End(status: 2, output: "", error: "cuectl: --week: has no meaning for say\n"))
    }

    @Test(arguments: [("Hello\n\n", "Hello"), ("one\ntwo\n", "one two"), ("é", "é")])
    func `The text may come from standard input`(input: String, text: String) async throws {
      #expect(try await place.cuectl("say", "-", input: input).status == 0)
      let monitor = try await place.shell("cuectl monitor --json | head -n 1")
      #expect(monitor.output.contains("\"text\":\"\(text)\""))
    }

    @Test func `A text far too long is refused, wherever it comes from`() async throws {
      let end = Child.End(
        status: 2, output: "", error: "cuectl: TEXT: must have 1 to 2000 characters, and has more\n")
      #expect(try await place.cuectl("say", String(repeating: "x", count: 100_000)) == end)
      #expect(try await place.shell("yes | cuectl say -") == end)
    }
  }
}

extension ProgramTests {
  @Suite struct Cancelling {
    let place = Place.current

    @Test func `A cue that is taken back ends, and who waits for it is told`() async throws {
      _ = try await place.startDaemon()
      let waiting = place.start("cuectl", ["say", "Hello", "--id", "a", "--wait", "--json"])
      try await waiting.untilOutput(has: "queued")
      #expect(
        try await place.cuectl("cancel", "a") == Child.End(status: 0, output: "1 cue taken back\n", error: ""))
      let end = try await waiting.end()
      #expect(end.status == 1)
      #expect(end.output == "{\"state\":\"queued\"}\n{\"state\":\"cancelled\"}\n")
      #expect(end.error == "cuectl: cancelled\n")
      #expect(try await place.cuectl("cancel", "a") == .failure("no cue with the id a waits or plays"))
    }

    @Test func `All cues, or those of a session, are taken back at once`() async throws {
      _ = try await place.startDaemon()
      for session in ["s", "s", "t"] { _ = try await place.cuectl("say", "Hello", "--session", session) }
      _ = try await place.cuectl("say", "Hello")
      #expect(try await place.cuectl("cancel", "--all", "--session", "s").output == "2 cues taken back\n")
      #expect(try await place.cuectl("cancel", "--all", "--json").output == "{\"cancelled\":2}\n")
      #expect(
        try await place.cuectl("cancel", "--all") == Child.End(status: 0, output: "0 cues taken back\n", error: ""))
    }

    @Test func `A cue that is not there, or has ended, is named`() async throws {
      _ = try await place.startDaemon()
      #expect(try await place.cuectl("cancel", "b") == .failure("no cue with the id b waits or plays"))
      _ = try await place.cuectl("say", "Hello", "--id", "a", "--session", "s", "--wait", "--expires", "0.05")
      #expect(try await place.cuectl("cancel", "a") == .failure("no cue with the id a waits or plays"))
      #expect(
        try await place.cuectl("cancel", "a", "--session", "s")
          == .failure("the cue a has ended already: it was expired"))
    }
  }
}

extension ProgramTests {
  @Suite struct Watching {
    let place = Place.current

    @Test func `Where no daemon runs, none is started to say so`() async throws {
      #expect(
        try await place.cuectl("status") == Child.End(status: 1, output: "cued does not run\n", error: ""))
      #expect(
        try await place.cuectl("status", "--json")
          == Child.End(status: 1, output: "{\"running\":false}\n", error: ""))
      let reason =
        "cued does not run: nobody listens at \(place.socket); whoever sends a cue starts it, as \"cuectl say\" does"
      #expect(try await place.cuectl("monitor") == .failure(reason))
      #expect(try await place.cuectl("cancel", "--all") == .failure(reason))
      #expect(place.daemons.isEmpty)
    }

    @Test func `The status tells who the daemon is and why nothing is heard`() async throws {
      let daemon = try await place.startDaemon()
      let lines = try await place.cuectl("status").output.split(separator: "\n")
      #expect(lines.first == "cued          \(cuedVersion), process \(daemon.process)")
      #expect(lines.contains { $0.hasPrefix("sound server  none: ") })
      #expect(lines.last == "clients       1, this one included")
      let json = try await place.cuectl("status", "--json").output
      #expect(json.contains("\"pid\":\(daemon.process),"))
      #expect(json.contains("\"running\":true,"))
    }

    @Test func `A monitor tells what is there, then what changes, until it is interrupted`() async throws {
      _ = try await place.startDaemon()
      _ = try await place.cuectl("play", "halfway", "--id", "a", "--session", "s")
      let monitor = place.start("cuectl", ["monitor"])
      try await monitor.untilOutput(has: "(s/a)\n")
      _ = try await place.cuectl("cancel", "a", "--session", "s")
      try await monitor.untilOutput(has: "cancelled")
      monitor.signal(SIGINT)
      let end = try await monitor.end()
      #expect(end.status == 0 && end.error == "")
      // The time of day is another test's. How often the daemon tells that it has no output is its own affair.
      let lines = end.output.split(separator: "\n").map { $0.dropFirst("00:00:00  ".count) }
      #expect(lines.first?.hasPrefix("output      none: ") == true)
      #expect(lines.filter { !$0.hasPrefix("output") } == ["queued      halfway (s/a)", "cancelled   halfway (s/a)"])
    }

    @Test func `A monitor's replies may be had as JSON`() async throws {
      _ = try await place.startDaemon()
      let monitor = place.start("cuectl", ["monitor", "--json"])
      try await monitor.untilOutput(has: "\"cues\":[]")
      _ = try await place.cuectl("say", "Hello", "--id", "a")
      let change = "{\"change\":{\"cue\":{\"event\":\"say\",\"id\":\"a\",\"text\":\"Hello\"},\"state\":\"queued\"}}\n"
      try await monitor.untilOutput(has: "\n" + change)
    }

    @Test func `A monitor that nobody reads any more ends, quietly and at once`() async throws {
      _ = try await place.startDaemon()
      _ = try await place.cuectl("play", "halfway", "--id", "a")
      // It would wait for the next change otherwise, and there is none.
      let end = try await place.shell("cuectl monitor | head -n 1")
      #expect(end.status == 0 && end.error == "")
      #expect(end.output.split(separator: "\n").count == 1)
    }

    @Test func `The time of day is the person's own`() async throws {
      _ = try await place.startDaemon()
      let before = time(nil)
      let line = try await place.shell("cuectl monitor | head -n 1").output
      // The place's time zone is five and a half hours ahead.
      let expected = (before...time(nil)).map { now in
        let second = Int(now + 19_800) % 86_400
        return TimeOfDay(hour: second / 3_600, minute: second / 60 % 60, second: second % 60).description
      }
      #expect(expected.contains(String(line.prefix(8))))
    }

    @Test func `Output that cannot be written is a failure`() async throws {
      #expect(
        try await place.shell("cuectl --version > /dev/full")
          == .failure("standard output: No space left on device"))
    }
  }
}

extension Child.End {
  /// Of `cuectl`, when it could not do what was asked.
  static func failure(_ message: String) -> Child.End {
    Child.End(status: 1, output: "", error: "cuectl: \(message)\n")
  }
}
