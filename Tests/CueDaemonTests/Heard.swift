import EventLoop
import FoundationEssentials
import Sound
import SoundLab

/// What was heard of a daemon.
struct Heard<Outcome: Sendable>: Sendable {
  let recording: Recording
  /// Where nothing but the music plays, before the first cue.
  let before: Range<Int>
  /// What became of it besides.
  let outcome: Outcome

  /// Writes the recording to a file, for a person to listen to, and names it.
  var file: String {
    let path = FileManager.default.temporaryDirectory.appending(path: "cued-heard-\(UUID()).wav").path
    do {
      try recording.write(wav: path)
      return "recording: \(path)"
    } catch {
      return "no recording: \(error)"
    }
  }
}

// It is measured on another thread than the event loop's, on which music and clients of all tests live.

/// Records a daemon that has just started, without music, while `body` runs and a little longer.
@EventLoop
func hear<Outcome: Sendable>(
  on server: SoundServer = .current, _ body: @EventLoop (DaemonProcess) async throws -> Outcome
) async throws -> Heard<Outcome> {
  let recorder = try await Recorder.start(on: server)
  return try await withDaemon(on: server) { daemon in try await record(with: recorder) { try await body(daemon) } }
}

/// Records a daemon that has just started, over music, while `body` runs and a little longer.
@EventLoop
func hearOverMusic<Outcome: Sendable>(
  on server: SoundServer = .current, _ body: @EventLoop (DaemonProcess, Music) async throws -> Outcome
) async throws -> Heard<Outcome> {
  let recorder = try await Recorder.start(on: server)
  let music = try await Music.play(on: server)
  var steady = 0
  while steady < Recording.rate / 2 {
    try await Task.sleep(for: .milliseconds(300))
    let recording = recorder.recording
    steady = recording.firstSound(of: .music).map { recording.count - $0 } ?? 0
  }
  let heard = try await withDaemon(on: server) { daemon in
    try await record(with: recorder) { try await body(daemon, music) }
  }
  await music.stop()
  return heard
}

/// Records while `body` runs and a little longer.
@EventLoop
func record<Outcome: Sendable>(
  with recorder: Recorder, _ body: @EventLoop () async throws -> Outcome
) async throws -> Heard<Outcome> {
  let start = SuspendingClock.now
  let outcome = try await body()
  try await Task.sleep(for: .milliseconds(400))
  let recording = try await recorder.stop()
  let begin = min(max(0, recording.position(at: start)), recording.count)
  return Heard(recording: recording, before: max(0, begin - Recording.rate / 4)..<begin, outcome: outcome)
}
