import Cue
import CueInterface
import EventLoop
import Glibc
import SoundLab
import Testing

private let run = Event.transition(.run, .seconds(180))

/// What comes back after a server was killed in the middle of a cue.
private func hearAfterTheServersDeath(_ kind: SoundServer.Kind) async throws -> Heard<Void> {
  try await withServer(kind) { server in
    try await withDaemon(on: server) { daemon in
      let cue = try await daemon.send(run, id: "interrupted")
      try await cue.until(.playing)
      try await Task.sleep(for: .milliseconds(300))
      await server.kill(SIGKILL)
      try await until("the cue to wait again") { cue.states == [.queued, .playing, .queued] }
      return try await record(daemon, after: server) {
        try await cue.untilPlayed()
        #expect(cue.states == [.queued, .playing, .queued, .playing, .played])
        let later = try await daemon.send(run, id: "later")
        try await later.untilPlayed()
      }
    }
  }
}

/// What is heard of a daemon that was there before its server, and of a cue that came in between.
private func hearBeforeTheServersStart(_ kind: SoundServer.Kind) async throws -> Heard<Void> {
  try await withServer(kind) { server in
    await server.kill(SIGKILL)
    let daemon = try await DaemonProcess.start(on: server)
    let cue = try await daemon.send(run)
    #expect(cue.states == [.queued])
    #expect(try await daemon.status.output.server == nil)
    let heard = try await record(daemon, after: server) {
      try await cue.untilPlayed()
      #expect(cue.states == [.queued, .playing, .played])
    }
    #expect(await daemon.terminate() == .success)
    return heard
  }
}

/// A server of the test's own, since it will be killed.
@EventLoop
private func withServer<Result: Sendable>(
  _ kind: SoundServer.Kind, _ body: @EventLoop (SoundServer) async throws -> Result
) async throws -> Result {
  let server = try await SoundServer.start(kind)
  do {
    let result = try await body(server)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

/// Restarts the server, and records it from before the daemon can find it.
@EventLoop
private func record(
  _ daemon: DaemonProcess, after server: SoundServer, _ body: @EventLoop () async throws -> Void
) async throws -> Heard<Void> {
  daemon.signal(SIGSTOP)
  try await server.restart()
  let recorder = try await Recorder.start(on: server)
  daemon.signal(SIGCONT)
  return try await record(with: recorder, body)
}

/// Each with a server of its own, which is killed.
@Suite(.serialized) struct ReconnectionTests {
  @Test(arguments: [(SoundServer.Kind.pulse, Int16(0)), (.pipewire, 1)])
  func `A cue during which the server dies is heard whole when there is one again, and so are later ones`(
    kind: SoundServer.Kind, tolerance: Int16
  ) async throws {
    let sounds = try await rendered([run, run, run])
    try await undisturbed(attempts: kind == .pipewire ? 5 : 1) {
      let heard = try await hearAfterTheServersDeath(kind)
      return (heard, heard.faults(expecting: Array(sounds[1...]), tolerance: tolerance))
    }
  }

  @Test(arguments: [(SoundServer.Kind.pulse, Int16(0)), (.pipewire, 1)])
  func `A daemon that was there before its server finds it, and plays what waited`(
    kind: SoundServer.Kind, tolerance: Int16
  ) async throws {
    let sounds = try await rendered([run])
    try await undisturbed(attempts: kind == .pipewire ? 5 : 1) {
      let heard = try await hearBeforeTheServersStart(kind)
      return (heard, heard.faults(expecting: sounds, tolerance: tolerance))
    }
  }

  @Test func `Without a server cues wait, then expire, and the status says why`() async throws {
    try await withoutServer { daemon in
      let output = try await daemon.status.output
      #expect(output.server == nil)
      #expect(output.sink == nil)
      #expect(output.ducking == "off")
      #expect(output.reason.hasPrefix("cannot reach the sound server"))

      let inASecond = WallTime(microseconds: Timer.Clock.wall.now + 1_000_000)
      let warning = try await daemon.send(.warning, id: "by kind, after 3 s")
      let told = try await daemon.send(WireCue(id: "told", event: .say("No.", chime: nil), expires: inASecond))
      let patient = try await daemon.send(.minute(5), id: "by kind, after 20 s")
      #expect(try await told.end() == .init(state: .expired, reason: "its turn did not come in time"))
      #expect(try await warning.end() == .init(state: .expired, reason: "its turn did not come in time"))
      #expect(warning.states == [.queued, .expired])
      #expect(patient.states == [.queued])
    }
  }
}

/// Runs a daemon whose sound server is not there.
@EventLoop
private func withoutServer(_ body: @EventLoop (DaemonProcess) async throws -> Void) async throws {
  try await withServer(.pulse) { server in
    await server.kill(SIGKILL)
    let daemon = try await DaemonProcess.start(on: server)
    try await body(daemon)
    #expect(await daemon.terminate() == .success)
  }
}
