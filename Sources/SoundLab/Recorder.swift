import EventLoop
import Glibc

/// Records what a person would hear: the monitor of a sink, 16 bit, 48 kHz, stereo.
///
/// It ends when its server does; after a restart of the server another one is needed.
@EventLoop
public final class Recorder {
  /// How the server hands over what it plays.
  public enum Latency: Sendable {
    /// Every 2 ms. The server is woken for it, and everything that plays beside it reacts more quickly than it would
    /// by itself.
    case low
    /// As it likes: the recorder changes nothing about what the server does otherwise.
    ///
    /// PipeWire then delivers almost two seconds late, and the recording's clock is late by as much: only what was heard
    /// is told, not when. From PulseAudio with sinks that rewind there is no such recording: it would hold what was
    /// rendered ahead and then taken back, which nobody hears.
    case deep
  }

  private let process: ChildProcess
  private let tape: Tape
  /// How late the server hands over what was heard.
  private let delay: Duration

  /// Starts it and waits until what is played now really comes in and its time is known.
  ///
  /// That takes a fifth of a second, but 2 s more on PulseAudio where something already plays, or is corked, and asks
  /// for no low latency, and for a deep recording on PipeWire. So start it before anything else.
  ///
  /// - Parameter sink: whose monitor is recorded.
  /// - Throws: ``LabError`` if the recorder does not start, ends, or gets nothing, and if a deep recording is asked of
  ///   a server that rewinds.
  public static func start(
    on server: SoundServer, latency: Latency = .low, sink: String = "out"
  ) async throws(LabError) -> Recorder {
    let recorder = try Recorder(server, latency: latency, sink: sink)
    if latency == .low { try await recorder.hasten(server, sink: sink) }
    try await waitUntil("the recording to begin") { () async throws(LabError) in
      try recorder.checkRunning()
      return recorder.tape.clock != nil
    }
    return recorder
  }

  private init(_ server: SoundServer, latency: Latency, sink: String) throws(LabError) {
    guard latency == .low || !server.kind.rewinds else {
      throw LabError(.unsuitable, "a deep recording would hold what \(server.kind) takes back unheard")
    }
    let tape = Tape()
    delay = latency == .deep && server.kind == .pipewire ? .seconds(2) : .zero
    var arguments = [
      "--record", "--raw", "--format=s16le", "--rate=48000", "--channels=2", "--client-name=recorder",
      "--device=\(sink).monitor",
    ]
    if latency == .low { arguments.append("--latency-msec=2") }
    self.tape = tape
    process = try Spawn(
      "pacat", arguments, environment: server.environment, output: .delivered { tape.append($0) }
    ).start()
  }

  /// An idle PulseAudio sink has rendered 2 s of silence ahead, and hands nothing over until they are played. To be
  /// suspended for a moment makes it forget them. Where there are streams they would notice, and it is left alone.
  private func hasten(_ server: SoundServer, sink: String) async throws(LabError) {
    guard server.kind != .pipewire, try await server.sinkInputs().isEmpty else { return }
    try await waitUntil("the recorder to be connected") { () async throws(LabError) in
      try self.checkRunning()
      let outputs = try await server.sourceOutputs()
      return outputs.contains { $0.properties["application.process.id"] == "\(self.process.id)" }
    }
    try await server.pactl("suspend-sink", sink, "1")
    try await server.pactl("suspend-sink", sink, "0")
  }

  /// What has been recorded so far.
  public var recording: Recording { tape.recording }

  /// Waits until what sounds now has come in, and ends.
  ///
  /// - Throws: ``LabError`` if the recorder has ended by itself, as it does with its server; what it had recorded is
  ///   still in ``recording``.
  public nonisolated func stop() async throws(LabError) -> Recording {
    // Taking a long recording apart would keep the event loop from the music of other tests.
    let (frames, clock) = try await finish()
    return Recording(frames: frames, clock: clock)
  }

  private func finish() async throws(LabError) -> (frames: [Int16], clock: SinkClock) {
    let end = SuspendingClock.now + delay
    try await waitUntil("the recording's end") { () async throws(LabError) in
      try self.checkRunning()
      return self.tape.end.map { $0 > end } ?? false
    }
    await process.kill()
    return (tape.frames, tape.clock ?? SinkClock(begin: .now))
  }

  private func checkRunning() throws(LabError) {
    guard process.status == nil else { throw LabError(.ended, "the recorder ended: \(process.errorText)") }
  }
}

extension SoundServer.Kind {
  /// Whether its sinks render up to 2 s ahead and take it back when something changes.
  fileprivate var rewinds: Bool {
    switch self {
    case .pulse, .pulseCork, .pulseDuck: true
    case .pulseNoRewind, .pipewire: false
    }
  }
}
