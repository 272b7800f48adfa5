import SoundLab

/// All that was measured.
struct Report: Encodable, Sendable {
  var machine: Machine
  var repetitions: Int
  var servers: [ServerFigures] = []
  var rendering = RenderingFigures.unmeasured
}

struct ServerFigures: Encodable, Sendable {
  /// Its name and version.
  var name: String
  var isPipeWire: Bool
  /// The strategy by which other sound is ducked there.
  var ducking: String
  var delays: [Delay]
  var music: [MusicFigures]
  var idle: IdleFigures
  var busyness: Busyness
}

/// How long something takes to be heard.
struct Delay: Encodable, Sendable {
  var name: String
  /// Why it was not measured; nil: it was.
  var absence: String?
  var sample = Sample()

  init(name: String, absence: String? = nil) {
    self.name = name
    self.absence = absence
  }
}

/// What is measured while music plays.
struct MusicFigures: Encodable, Sendable {
  var music: String
  /// Of the daemon, then of a bare stream.
  var delays: [Delay]
  /// From a cue's first audible sample to when the music is quiet; negative: it was quiet before.
  var down = Sample()
  /// From a cue's last audible sample to when the music is back; negative: it was back before.
  var back = Sample()

  init(music: String, delays: [Delay]) {
    self.music = music
    self.delays = delays
  }

  mutating func add(_ daemon: Attempt, _ bare: Attempt) {
    delays[0].sample.add(daemon.delay)
    delays[1].sample.add(bare.delay)
    down.add(daemon.duck?.downAfterCueBegan)
    back.add(daemon.duck?.backAfterCueEnded)
  }
}
