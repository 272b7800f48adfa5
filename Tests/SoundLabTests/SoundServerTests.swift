import EventLoop
import Glibc
import SoundLabTesting
import Testing

@testable import SoundLab

@EventLoop
@Suite(.serialized) struct SoundServerTests {
  @Test(arguments: SoundServer.Kind.allCases)
  func `A server has two sinks, and nothing of it is left when it has stopped`(kind: SoundServer.Kind) async throws {
    let server = try await SoundServer.start(kind)
    let processes = server.processIDs
    #expect(processes.count == (kind == .pipewire ? 3 : 1))
    #expect(processes.allSatisfy(isRunning))
    #expect(try await server.pactl("get-default-sink") == "out\n")
    let sinks = try await server.pactl("list", "short", "sinks")
    #expect(sinks.contains("\tout\t") && sinks.contains("\tother\t"))
    await server.stop()
    #expect(!processes.contains(where: isRunning))
    #expect(access(server.directory, F_OK) != 0)
  }

  @Test(arguments: [SoundServer.Kind.pulse, .pipewire])
  func `A server and a client that are killed with the tests leave nothing`(kind: SoundServer.Kind) async throws {
    let crash =
      switch kind {
      case .pipewire: await crashBesidePipeWire()
      default: await crashBesidePulseAudio()
      }
    let lines = String(decoding: try #require(crash), as: UTF8.self).split(separator: "\n").map(String.init)
    let directory = try #require(lines.first { $0.hasPrefix("directory ") }?.dropFirst(10))
    let processes = lines.filter { $0.hasPrefix("process ") }.compactMap { pid_t($0.dropFirst(8)) }
    #expect(processes.count == (kind == .pipewire ? 4 : 2))
    try await waitUntil("the processes to be gone") { !processes.contains(where: isRunning) }
    try await waitUntil("the directory to be gone") { access(String(directory), F_OK) != 0 }
  }

  @Test(arguments: [SoundServer.Kind.pulse, .pipewire])
  func `A server that was killed comes back at the same address`(kind: SoundServer.Kind) async throws {
    let server = try await SoundServer.start(kind)
    let before = server.processIDs
    await server.kill(SIGKILL)
    #expect(!before.contains(where: isRunning))
    await #expect(throws: LabError.self) { try await server.pactl("info") }
    try await server.restart()
    #expect(Set(before).isDisjoint(with: server.processIDs))
    #expect(try await server.pactl("--server", server.address, "get-default-sink") == "out\n")
    await server.stop()
  }

  @Test(arguments: [SoundServer.Kind.pulse, .pipewire])
  func `A server can be made to hang and to go on`(kind: SoundServer.Kind) async throws {
    let server = try await SoundServer.start(kind)
    await server.kill(SIGSTOP)
    try await waitUntil("the server to hang") { server.processIDs.allSatisfy { state(of: $0) == "T" } }
    await server.kill(SIGCONT)
    #expect(try await server.pactl("get-default-sink") == "out\n")
    await server.stop()
  }

  @Test func `A client that finds no server does not start one`() async throws {
    let server = try await SoundServer.start(.pulse)
    await server.kill(SIGKILL)
    await #expect(throws: LabError.self) { try await server.pactl("info") }
    #expect(access("\(server.directory)/run/pulse/pid", F_OK) != 0)
    await server.stop()
  }

  @Test func `Servers run beside one another`() async throws {
    async let first = SoundServer.start(.pulse)
    async let second = SoundServer.start(.pulse)
    let (quiet, loud) = try await (first, second)
    let music = try await Music.play(on: loud)
    #expect(try await quiet.sinkInputs().isEmpty)
    #expect(try await loud.sinkInputs().count == 1)
    await music.stop()
    await quiet.stop()
    await loud.stop()
  }

  private func crashBesidePulseAudio() async -> [UInt8]? {
    let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
      try await crashBesideServer(.pulse)
    }
    return result?.standardOutputContent
  }

  private func crashBesidePipeWire() async -> [UInt8]? {
    let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
      try await crashBesideServer(.pipewire)
    }
    return result?.standardOutputContent
  }
}

/// Starts a server and music, tells what there is of them, and is killed.
@EventLoop
private func crashBesideServer(_ kind: SoundServer.Kind) async throws {
  let server = try await SoundServer.start(kind)
  let music = try await Music.play(on: server)
  let processes = (server.processIDs + [music.processID]).map { "process \($0)\n" }
  let report = Array("directory \(server.directory)\n\(processes.joined())".utf8)
  write(STDOUT_FILENO, report, report.count)
  raise(SIGKILL)
}

@Suite(.serialized, .soundServer(.pulse))
struct SoundServerTraitTests {
  @Test func `A test finds its suite's server`() async throws {
    #expect(try await SoundServer.current.pactl("get-default-sink") == "out\n")
  }

  @Suite struct Nested {
    @MainActor static var directories: Set<String> = []

    @Test(arguments: 1...2)
    func `Tests of nested suites have the same server`(time: Int) async throws {
      let directory = SoundServer.current.directory
      let directories = await MainActor.run {
        Self.directories.insert(directory)
        return Self.directories
      }
      #expect(directories == [directory])
      #expect(access(directory, F_OK) == 0)
    }
  }
}
