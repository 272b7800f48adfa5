import EventLoop
import SoundLab
import Testing

private let name = "module-role-ducking"

extension SoundServer {
  /// The indices of the modules of that name.
  fileprivate func modules(named name: String) async throws -> [Substring] {
    try await pactl("list", "short", "modules").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t")
      return fields[1] == name ? fields[0] : nil
    }
  }
}

extension OnPulseAudio {
  @Suite struct DuckingModuleTests {
    @Test func `The daemon loads the module that ducks, says so, and takes it along when it leaves`() async throws {
      let server = SoundServer.current
      try await withDaemon { daemon in
        #expect(try await server.modules(named: name).count == 1)
        let output = try await daemon.status.output
        #expect(output.ducking == "role")
        #expect(output.server?.hasPrefix("pulseaudio") == true)
        #expect(output.sink == "out")
        #expect(!output.reason.isEmpty)
      }
      #expect(try await server.modules(named: name).isEmpty)
    }

    @Test func `A module that a killed daemon left behind is taken over by the next, and goes with it`() async throws {
      let server = SoundServer.current
      let killed = try await DaemonProcess.start(on: server)
      try await killed.untilItIsReady()
      let left = try await server.modules(named: name)
      await killed.kill()
      try #require(left.count == 1)
      #expect(try await server.modules(named: name) == left)
      try await withDaemon { daemon in
        let output = try await daemon.status.output
        #expect(output.ducking == "role")
        #expect(try await server.modules(named: name) == left)
      }
      #expect(try await server.modules(named: name).isEmpty)
    }
  }
}

extension OnDuckingPulseAudio {
  @Suite struct DuckingModuleTests {
    @Test func `A module that the user has loaded is used as it is and stays`() async throws {
      let server = SoundServer.current
      let loaded = try await server.modules(named: name)
      try #require(loaded.count == 1)
      try await withDaemon { daemon in
        #expect(try await server.modules(named: name) == loaded)
        let output = try await daemon.status.output
        #expect(output.ducking == "server")
        #expect(output.reason.contains("a11y"))
      }
      #expect(try await server.modules(named: name) == loaded)
    }
  }
}
