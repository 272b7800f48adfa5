import CueInterface
import EventLoop
import FoundationEssentials
import Glibc
import Settings
import SoundLab
import Testing

@testable import CueDaemon

@Suite struct SettingsFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "cued-settings-\(UUID())").path

  private func inFolder(_ body: (SettingsFile) throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(SettingsFile(path: folder + "/config/cued/settings.json"))
  }

  private func document(_ text: String) throws -> SettingsDocument { try SettingsDocument(reading: Array(text.utf8)) }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    lstat(path, &status)
    return status.st_mode
  }

  @Test func `What is written is read again, by its owner alone, and nothing else is left`() throws {
    try inFolder { file in
      #expect(try file.read() == SettingsDocument())
      let document = try document("{rate: 200, voice: 'en-gb', theme: {dark: true}}")
      for _ in 0..<2 {
        try file.write(document)
        #expect(try file.read() == document)
      }
      #expect(mode(of: file.path) & 0o777 == 0o600)
      let folder = file.path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["settings.json"])
      let text = String(decoding: try Data(contentsOf: URL(filePath: file.path)), as: UTF8.self)
      #expect(text.hasPrefix("{\n") && text.hasSuffix("}\n"))
    }
  }

  @Test func `A symbolic link stays one, and what it leads to is written`() throws {
    try inFolder { file in
      try file.write(SettingsDocument())
      let real = folder + "/dotfile"
      try #require(rename(file.path, real) == 0)
      try #require(symlink("../../dotfile", file.path) == 0)
      let document = try document("{rate: 200}")
      try file.write(document)
      #expect(mode(of: file.path) & S_IFMT == S_IFLNK)
      #expect(try SettingsFile(path: real).read() == document)
      unlink(real)
      #expect(try file.read() == SettingsDocument())
      let error = #expect(throws: SettingsFile.Failure.self) { try file.write(document) }
      #expect(error?.description.hasSuffix("it is a symbolic link to a file that is not there") == true)
    }
  }

  @Test func `Where it cannot be written, it is said why, and what was there stays`() throws {
    try inFolder { file in
      #expect(mkdir(folder + "/config", 0o700) == 0)
      try Data().write(to: URL(filePath: folder + "/config/cued"))
      #expect(try file.read() == SettingsDocument())
      let error = #expect(throws: SettingsFile.Failure.self) { try file.write(SettingsDocument()) }
      #expect(error?.description.hasSuffix("/config/cued/settings.json: Not a directory") == true)
    }
  }

  @Test func `What is no file is not read`() throws {
    try inFolder { file in
      let pipe = SettingsFile(path: folder + "/pipe")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      for path in [pipe.path, folder] {
        #expect(throws: SettingsFile.Failure.self) { try SettingsFile(path: path).read() }
      }
      let long = SettingsFile(path: folder + "/long")
      try Data(repeating: UInt8(ascii: " "), count: 70_000).write(to: URL(filePath: long.path))
      #expect(throws: SettingsFile.Failure.self) { try long.read() }
    }
  }
}

extension OnDebiansPulseAudio {
  @EventLoop @Suite struct SettingsTests {
    private func write(_ text: String) throws {
      let file = URL(filePath: SoundServer.current.settingsFile)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    @Test func `A file that has changed is read when the daemon is told so, and a mistake in it changes nothing`()
      async throws
    {
      try await withoutSettings {
        try write("{rate: 200}")
        try await withDaemon { daemon in
          #expect(try await daemon.setting("rate") == .number(200))
          try write("{\n  rate: 300, // faster\n}")
          #expect(try await daemon.status.settings?.hasSuffix(": it was changed, and not read since") == true)
          #expect(try await daemon.setting("rate") == .number(200))
          daemon.signal(SIGHUP)
          try await until("the file to be read") { try await daemon.setting("rate") == .number(300) }

          try write("{\n  rate: 300,\n  pitch: 'high',\n}")
          daemon.signal(SIGHUP)
          try await until("the mistake to be told") { daemon.log.contains("line 3: pitch must be") }
          let trouble = try await daemon.status.settings
          #expect(trouble?.hasSuffix("line 3: pitch must be 0 to 99 on espeak-ng's scale, not high") == true)
          #expect(try await daemon.setting("rate") == .number(300))
          await #expect(throws: CueClientError.self) { try await daemon.set(["rate": "100"]) }
          #expect(try await daemon.setting("rate") == .number(300))

          try write("{pitch: 20}")
          daemon.signal(SIGHUP)
          try await until("the file to be in force") { try await daemon.status.settings == nil }
          #expect(try await daemon.setting("pitch") == .number(20))
          #expect(try await daemon.setting("rate") == .number(175))
        }
      }
    }

    @Test func `Changes come all or none, are in the file, and everyone who monitors hears of them`() async throws {
      try await withoutSettings {
        try write("{theme: 'dark', rate: 200}")
        try await withDaemon { daemon in
          let monitor = try await Monitoring(daemon)
          let others = try await daemon.connect()
          var told: [SettingsInterface.Get.Reply] = []
          let stream = others.monitorSettings()
          let reader = Task { @EventLoop in for try await reply in stream { told.append(reply) } }
          try await until("all settings to be told") { told.first?.settings.count == Setting.all.count }

          let client = try await daemon.connect()
          await #expect(throws: CueClientError.self) {
            try await client.set([.init(name: "pitch", value: .number(20)), .init(name: "rate", value: .number(900))])
          }
          #expect(try await daemon.setting("pitch") == .number(50))
          let rows = try await client.set([
            .init(name: "pitch", value: .number(20)), .init(name: "rate", value: nil),
            .init(name: "speech", value: .word("off")),
          ])
          #expect(rows.map(\.value) == [.number(20), .number(175), .flag(false)])
          #expect(rows.map(\.source) == [.file, .standard, .file])

          try await until("the monitors to be told") { told.count == 2 && monitor.replies.last?.settings != nil }
          #expect(Set(told[1].settings.map(\.name)) == ["pitch", "rate", "speech"])
          #expect(
            monitor.replies.last?.settings == [
              .init(name: "rate", value: .number(175)), .init(name: "pitch", value: .number(20)),
              .init(name: "speech", value: .flag(false)),
            ])
          let file = URL(filePath: SoundServer.current.settingsFile)
          let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
          #expect(text == "{\n  \"pitch\" : 20,\n  \"speech\" : false,\n  \"theme\" : \"dark\"\n}\n")
          others.close()
          _ = try? await reader.value
        }
      }
    }

    @Test func `The command line counts more than the file, and says so`() async throws {
      let server = SoundServer.current
      try await withoutSettings {
        try write("{ducking: 'volume', duck_db: 40}")
        let daemon = try await DaemonProcess.start(on: server, options: ["--ducking", "off"])
        try await daemon.untilItIsReady()
        let client = try await daemon.connect()
        #expect(try await daemon.status.output.ducking == "off")
        let rows = try await client.settings(["ducking", "duck_db"]).settings
        #expect(rows.map(\.value) == [.word("off"), .number(40)])
        #expect(rows.map(\.source) == [.option, .file])
        #expect(try await client.set([.init(name: "ducking", value: .word("role"))]).map(\.value) == [.word("off")])
        #expect(try await daemon.status.output.ducking == "off")
        #expect(await daemon.terminate() == .success)
      }
    }
  }
}
