import EventLoop
import FoundationEssentials
import SoundLab

/// One cue over music, as the sound server's output was recorded, drawn as a picture: the music above, the cue below.
struct Picture {
  private static let width = 880
  private static let laneHeight = 110
  private static let left = 10
  /// What is shown around the cue.
  private static let before: Duration = .milliseconds(700)
  private static let after: Duration = .milliseconds(700)

  private let music: ArraySlice<Int16>
  private let cue: ArraySlice<Int16>
  /// Where the cue sounds, in samples from the picture's left side.
  private let sounding: [Range<Int>]

  /// Plays a cue over music on a PulseAudio of its own, and records it.
  @EventLoop
  static func record() async throws -> Picture {
    let server = try await SoundServer.start(.pulse)
    let recorder = try await Recorder.start(on: server)
    let music = try await Music.play(on: server, amplitude: 8_000, role: "music", name: "music", latency: .low)
    let daemon = try await Daemon.start(on: server)
    try await Task.sleep(for: .seconds(2))
    _ = daemon.begin()
    try await daemon.end()
    try await Task.sleep(for: .seconds(1))
    let recording = try await recorder.stop()
    await daemon.stop()
    await music.kill()
    await server.stop()
    return try Picture(recording)
  }

  private init(_ recording: Recording) throws {
    let stretches = recording.stretches(of: .cue, threshold: 30, gap: .milliseconds(60))
    guard let first = stretches.first, let last = stretches.last else { throw BenchError("no cue was recorded") }
    let begin = max(0, first.lowerBound - Self.samples(Self.before))
    let end = min(recording.count, last.upperBound + Self.samples(Self.after))
    music = recording.music[begin..<end]
    cue = recording.cue[begin..<end]
    sounding = stretches.map { $0.lowerBound - begin..<$0.upperBound - begin }
  }

  func write(to path: String) throws {
    try Data(svg.utf8).write(to: URL(filePath: path), options: .atomic)
  }

  private static func samples(_ duration: Duration) -> Int {
    Int(duration.components.attoseconds / 1_000_000_000_000) * Recording.rate / 1_000_000
  }
}

// MARK: - Drawing

extension Picture {
  private var svg: String {
    let (lane, width) = (Self.laneHeight, Self.width)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width + 20) \(2 * lane + 90)" font-family="sans-serif" \
      font-size="14" role="img" aria-label="The music drops as the cue begins and is back when it has ended">
      <rect width="100%" height="100%" rx="10" fill="#fbfaf7"/>
      <text x="\(Self.left)" y="24" fill="#4a5560">music</text>
      <path d="\(path(music, middle: 30 + lane / 2))" fill="#7a93ac"/>
      <text x="\(Self.left)" y="\(lane + 54)" fill="#4a5560">cue</text>
      <path d="\(path(cue, middle: lane + 60 + lane / 2))" fill="#d2691e"/>
      \(captions)
      \(axis)
      </svg>

      """
  }

  /// The outline of the loudest and the lowest sample in each column.
  private func path(_ samples: ArraySlice<Int16>, middle: Int) -> String {
    let peak = max(1, samples.map { abs(Int($0)) }.max() ?? 1)
    func y(_ sample: Int16) -> Int { middle - Int(sample) * (Self.laneHeight / 2) / peak }
    let columns = (0..<Self.width).map { column in
      let begin = samples.startIndex + column * samples.count / Self.width
      let end = samples.startIndex + (column + 1) * samples.count / Self.width
      let part = samples[begin..<max(end, begin + 1)]
      return (top: y(part.max() ?? 0), bottom: y(part.min() ?? 0) + 1)
    }
    let top = columns.enumerated().map { "\(Self.left + $0),\($1.top)" }
    let bottom = columns.enumerated().reversed().map { "\(Self.left + $0),\($1.bottom)" }
    return "M" + (top + bottom).joined(separator: "L") + "Z"
  }

  private func x(_ sample: Int) -> Int { Self.left + sample * Self.width / music.count }

  private var captions: String {
    let y = 2 * Self.laneHeight + 62
    let names = ["chime", "“\(Message.sentence)”"]
    return zip(sounding, names).map { range, name in
      #"<text x="\#(x(range.lowerBound))" y="\#(y)" fill="sienna">\#(name)</text>"#
    }.joined(separator: "\n")
  }

  /// A mark for each half second, counted from the cue's beginning.
  private var axis: String {
    let y = 2 * Self.laneHeight + 82
    let start = sounding.first?.lowerBound ?? 0
    let step = Recording.rate / 2
    return (0...max(0, (music.count - start) / step)).compactMap { mark in
      let x = x(start + mark * step)
      guard x < Self.width - 20 else { return nil }
      return #"<text x="\#(x)" y="\#(y)" fill="gray" font-size="11">\#(Double(mark) / 2) s</text>"#
    }.joined(separator: "\n")
  }
}
