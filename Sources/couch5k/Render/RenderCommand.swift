import CommandLineTool
import CueRenderer
import EventLoop
import FoundationEssentials
import RunScreen
import Sound

/// `couch5k render`: a workout's cues as a sound file.
@EventLoop
struct RenderCommand {
  private let options: RenderOptions

  init(_ options: RenderOptions) { self.options = options }

  /// - Returns: the program's exit status.
  func carryOut() async -> Int32 {
    do {
      let track = try await write()
      printLine("\(options.path): \(track.placements.count) cues in \(track.length.duration.clock)")
      return ExitStatus.success
    } catch {
      complain("couch5k", error.description)
      return ExitStatus.failure
    }
  }

  /// A signal that ends programs ends this one as soon as the unfinished file is gone.
  private func write() async throws(TrackError) -> CueTrack {
    let writing = Task { await writeWithProgress() }
    var signal: Int32?
    let endSignals = EndSignals {
      signal = $0
      writing.cancel()
    }
    let result = await writing.value
    withExtendedLifetime(endSignals) {}
    if let signal { EndSignals.die(of: signal) }
    return try result.get()
  }

  private func writeWithProgress() async -> Result<CueTrack, TrackError> {
    var progress = TrackProgress()
    defer { progress.clear() }
    let renderer = CueRenderer(environment: ProcessInfo.processInfo.environment)
    renderer.onRefusedSound = { complain("couch5k", "\($0): the built-in chime is used") }
    do throws(TrackError) {
      return .success(try await write(renderer) { progress.show($0) })
    } catch {
      return .failure(error)
    }
  }

  private func write(_ renderer: CueRenderer, _ progress: (Double) -> Void) async throws(TrackError) -> CueTrack {
    guard !options.music.isEmpty else {
      return try await TrackFile.write(options.workout, to: options.path, renderer: renderer, progress: progress)
    }
    let music: MusicFiles
    do { music = try MusicFiles(options.music) } catch { throw .file(error) }
    return try await TrackFile.write(
      options.workout, over: music, depth: options.depth, to: options.path, renderer: renderer, progress: progress)
  }
}
