import CueInterface
import Glibc
import Testing

extension ProgramTests {
  @Suite struct Doctors {
    let place = Place.current

    @Test func `The doctor starts a daemon that does not run, and says what it lacks`() async throws {
      let end = try await place.cuectl("doctor")
      #expect(end.status == 1 && end.error == "")
      let lines = end.output.split(separator: "\n")
      #expect(lines.first == "ok       socket        \(place.socket)")
      #expect(lines.contains { $0.hasPrefix("ok       daemon        cued \(cuedVersion), process ") })
      #expect(lines.contains { $0.hasPrefix("failure  sound server  cannot ") })
      #expect(lines.contains { $0.hasPrefix("ok       voice         ") })
      #expect(lines.contains { $0.hasPrefix("ok       units         ") })
      #expect(!lines.contains { $0.contains("test cue") })
    }

    @Test func `A daemon that hangs is a failure, with what to do`() async throws {
      let daemon = try await place.startDaemon()
      daemon.signal(SIGSTOP)
      let end = try await place.cuectl("doctor")
      daemon.signal(SIGCONT)
      #expect(end.status == 1)
      let advice = "Restart it with \"systemctl --user restart cued.service\" or \"pkill -KILL -x cued\""
      #expect(end.output.contains("\nfailure  daemon        it does not answer. \(advice)\n"))
    }

    @Test(arguments: [["status"], ["cancel", "--all"], ["voices"], ["say", "Hello."], ["preview", "--chime", "run"]])
    func `Whoever asks a daemon that hangs is told so, and what to do`(words: [String]) async throws {
      let daemon = try await place.startDaemon()
      daemon.signal(SIGSTOP)
      let end = try await place.run("cuectl", words)
      daemon.signal(SIGCONT)
      #expect(
        end
          == .failure(
            "cued does not answer: restart it with \"systemctl --user restart cued.service\" or \"pkill -KILL -x cued\""
          )
      )
    }

    @Test func `Where no daemon can be started, that is the failure`() async throws {
      let end = try await place.cuectl("doctor", "--socket", "\(place.folder)/none/io.cued")
      #expect(end.status == 1)
      #expect(end.output.contains("failure  daemon        cued does not run and cannot be started: "))
    }

    @Test func `Its findings may be had as JSON, one a line`() async throws {
      let lines = try await place.cuectl("doctor", "--json", "--quiet").output.split(separator: "\n")
      #expect(lines.count > 5)
      #expect(lines.first == "{\"finding\":\"\(place.socket)\",\"subject\":\"socket\",\"verdict\":\"ok\"}")
      #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    }

    @Test func `Voices are listed without a sound server, and an unknown language or voice is told`() async throws {
      let voices = try await place.cuectl("voices")
      #expect(voices.status == 0)
      #expect(voices.output.hasPrefix("  NAME  "))
      #expect(voices.output.contains("\n* en-us  "))
      #expect(
        try await place.cuectl("voices", "--language", "tlh")
          == .failure("no voice here speaks tlh: \"cuectl voices --language all\" lists those that there are"))
      for words in [["preview", "en-uss"], ["say", "Hello", "--voice", "en-uss"]] {
        let end = try await place.run("cuectl", words)
        #expect(end.status == 2 && end.output == "")
        #expect(end.error.hasPrefix("cuectl: there is no voice en-uss: did you mean en-us, "))
      }
      let end = try await place.cuectl("preview", "--chime", "gong")
      #expect(end.status == 2 && end.error.hasPrefix("cuectl: --chime: must be one of run, walk, "))
    }

    @Test func `Whoever previews is told at once where nothing can be heard`() async throws {
      let preview = place.start("cuectl", ["preview", "--chime", "run"])
      while preview.error.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      #expect(preview.error.hasPrefix("cuectl: nothing can be heard now: "))
      #expect(preview.error.hasSuffix("\"cuectl doctor\" tells what to do\n"))
      preview.signal(SIGTERM)
      _ = try await preview.end()
    }
  }
}
