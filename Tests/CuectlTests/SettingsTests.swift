import Glibc
import Settings
import Testing

@testable import cuectl

extension ProgramTests {
  @Suite struct SettingThings {
    let place = Place.current

    private func get(_ name: String) async throws -> String { try await place.cuectl("get", name).output }

    @Test func `What is set is told, and in the file, until it is unset`() async throws {
      _ = try await place.startDaemon()
      #expect(try await get("rate") == "175\n")
      #expect(
        try await place.cuectl("set", "rate", "200", "chime.run", "off") == Child.End(status: 0, output: "", error: ""))
      #expect(try await get("rate") == "200\n")
      #expect(try await get("chime.run") == "off\n")
      let file = try await place.shell("cat \"$HOME/.config/cued/settings.json\"")
      #expect(file.output == "{\n  \"chime.run\" : false,\n  \"rate\" : 200\n}\n")
      #expect(try await place.cuectl("unset", "rate").status == 0)
      #expect(try await get("rate") == "175\n")
      #expect(try await get("voice") == "\n")
    }

    @Test func `All chimes are switched off and on by a word`() async throws {
      _ = try await place.startDaemon()
      #expect(try await place.cuectl("chimes", "off").status == 0)
      #expect(try await get("chimes") == "off\n")
      #expect(try await place.cuectl("chimes", "on").status == 0)
      #expect(try await get("chimes") == "on\n")
    }

    @Test func `All settings are listed, for people and for programs`() async throws {
      _ = try await place.startDaemon()
      _ = try await place.cuectl("set", "pitch", "40")
      let lines = try await place.cuectl("get").output.split(separator: "\n")
      #expect(lines.map { $0.split(separator: " ")[0] } == Setting.all.map { Substring($0.name) })
      #expect(lines.contains { $0.split(separator: " ") == ["pitch", "40", "set"] })
      #expect(lines.contains { $0.split(separator: " ") == ["volume", "100", "default"] })
      #expect(try await place.cuectl("get", "--json").output.hasPrefix("{\"settings\":[{"))
      #expect(
        try await place.cuectl("get", "pitch", "--json").output
          == "{\"default\":50,\"expected\":\"0 to 99 on espeak-ng's scale\",\"meaning\":\"How high is spoken, from low to "
          + "high.\",\"name\":\"pitch\",\"source\":\"file\",\"value\":40}\n")
    }

    @Test func `What cannot be is refused as a wrong command line, and changes nothing`() async throws {
      _ = try await place.startDaemon()
      #expect(
        try await place.cuectl("set", "pitch", "40", "rate", "900")
          == Child.End(
            status: 2, output: "", error: "cuectl: rate must be 80 to 450 words a minute, not 900\n"))
      #expect(try await get("pitch") == "50\n")
    }

    @Test func `What the daemon's command line says stays, and that is told`() async throws {
      let daemon = place.start("cued", ["--socket", place.socket, "--duck-db", "6"])
      while try await place.cuectl("status").status != 0 { try await Task.sleep(for: .milliseconds(5)) }
      #expect(try await get("duck_db") == "6\n")
      let end = try await place.cuectl("set", "duck_db", "12")
      #expect(end.status == 0)
      #expect(
        end.error
          == "cuectl: duck_db is noted, and stays 6 as long as this cued runs: cued's command line says so\n")
      #expect(try await get("duck_db") == "6\n")
      daemon.signal(SIGTERM)
    }

    @Test func `A mistake in the file is told by get and status, and cannot be written over`() async throws {
      let folder = "$HOME/.config/cued"
      _ = try await place.shell("mkdir -p \"\(folder)\" && echo '{rate: fast}' >\"\(folder)/settings.json\"")
      _ = try await place.startDaemon()
      let message = "settings.json: line 1: fast is no value: text stands in quotes"
      #expect(try await place.cuectl("get", "rate").error.contains(message))
      #expect(try await place.cuectl("status").output.contains(message))
      let end = try await place.cuectl("set", "rate", "200")
      #expect(end.status == 1 && end.error.contains(message))
      #expect(try await get("rate") == "175\n")
    }
  }
}
