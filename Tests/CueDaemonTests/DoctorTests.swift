import EventLoop
import Glibc
import Sound
import SoundLab
import Testing

/// `cuectl doctor`, as a person would run it.
@EventLoop
private func doctor(_ daemon: DaemonProcess, on server: SoundServer = .current, _ words: String...) async throws -> (
  status: ProcessStatus, lines: [String]
) {
  let cuectl = try await Spawn(
    folderOfPrograms + "/cuectl", ["doctor", "--socket", daemon.socket] + words, environment: server.environment
  ).run()
  #expect(cuectl.errorText == "")
  return (cuectl.status, cuectl.outputText.split(separator: "\n").map(String.init))
}

extension OnDebiansPulseAudio {
  @Suite struct DoctorTests {
    @Test func `Where all is well, each line says so, and a cue is heard`() async throws {
      try await hearThatAllIsWell()
    }

    @Test func `With --quiet nothing is played`() async throws {
      let heard = try await hear { daemon in
        let (status, lines) = try await doctor(daemon, "--quiet")
        #expect(status == .success && !lines.contains { $0.contains("test cue") })
      }
      #expect(heard.recording.firstSound(of: .cue, threshold: 0) == nil)
    }

    @Test func `A muted output and a muted stream are failures, each with what takes it away`() async throws {
      let server = SoundServer.current
      try await withDaemon { daemon in
        try await server.pactl("set-sink-mute", "out", "1")
        var (status, lines) = try await doctor(daemon)
        #expect(status == .exited(1))
        #expect(
          lines.contains(
            "failure  output        out, muted. Take the mute away, as with \"pactl set-sink-mute out 0\""))
        #expect(!lines.contains { $0.contains("test cue") })
        try await server.pactl("set-sink-mute", "out", "0")

        let stream = try #require(try await server.sinkInputs().first).index
        try await server.pactl("set-sink-input-volume", "\(stream)", "0")
        (status, lines) = try await doctor(daemon)
        #expect(status == .exited(1))
        let advice = "Turn it up, as with \"pactl set-sink-input-volume \(stream) 100%\""
        #expect(lines.contains("failure  stream        cued's own, at volume zero. \(advice)"))
        try await server.pactl("set-sink-input-volume", "\(stream)", "100%")
        #expect(try await doctor(daemon, "--quiet").status == .success)
      }
    }
  }
}

extension OnPipeWire {
  @Suite struct DoctorTests {
    @Test func `Where all is well, each line says so, and a cue is heard`() async throws {
      try await hearThatAllIsWell(as: "volume")
    }
  }
}

private func hearThatAllIsWell(as ducking: String = "role") async throws {
  let bell = try #require(Chimes.builtIn("bell"))
  try await undisturbed {
    let heard = try await hear { daemon in
      let (status, lines) = try await doctor(daemon)
      #expect(status == .success)
      for subject in ["socket", "daemon", "sound server", "output", "stream", "ducking", "voice", "sounds"] {
        #expect(lines.contains { $0.hasPrefix("ok       \(subject) ") }, "\(subject): \(lines)")
      }
      #expect(lines.contains { $0.hasPrefix("ok       ducking       \(ducking)") }, "\(lines)")
      #expect(lines.last == "ok       test cue      played")
      #expect(!lines.contains { $0.hasPrefix("failure") || $0.hasPrefix("warning") })
    }
    let found = heard.recording.find(bell.samples).count
    return (heard, found == 1 ? [] : ["the bell is heard \(found) times"])
  }
}

/// With a sound server of its own, which goes away.
@Suite(.serialized) struct DoctorWithoutServerTests {
  @Test(arguments: [SIGSTOP, SIGKILL])
  func `A sound server that hangs, or is gone, is a failure that is told soon`(signal: Int32) async throws {
    let server = try await SoundServer.start(.pulse)
    let daemon = try await DaemonProcess.start(on: server)
    try await daemon.untilItIsReady()
    await server.kill(signal)
    if signal == SIGKILL {
      try await until("cued to lose the server") { try await daemon.status.output.server == nil }
    }
    let (status, lines) = try await doctor(daemon, on: server)
    #expect(status == .exited(1))
    let line = try #require(lines.first { $0.contains("sound server") })
    #expect(line.hasPrefix("failure  sound server  "))
    #expect(line.contains("does not answer") == (signal == SIGSTOP))
    #expect(lines.contains { $0.hasPrefix("ok       voice ") })
    if signal == SIGSTOP { await server.kill(SIGCONT) }
    await daemon.kill()
    await server.stop()
  }
}
