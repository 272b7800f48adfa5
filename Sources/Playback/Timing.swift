import CPulseAudio
import EventLoop
import Sound

/// Where the server's rendering of our stream was at one moment, and how long ago that is.
struct Timing: Equatable, Sendable {
  /// Positions in the stream, in bytes, since it was made.
  var written: Int64
  var read: Int64
  /// How long a sample takes from there to the ear.
  var sinkLatency: Duration
  /// The time since the positions were read.
  var age: Duration

  init(written: Int64, read: Int64, sinkLatency: Duration, age: Duration) {
    self.written = written
    self.read = read
    self.sinkLatency = sinkLatency
    self.age = age
  }

  init(_ info: pa_timing_info) {
    let taken = Int64(info.timestamp.tv_sec) * 1_000_000 + Int64(info.timestamp.tv_usec)
    // A person may have set an output's latency so that it is negative: PipeWire writes that into the unsigned field.
    let latency = max(0, Int64(bitPattern: info.sink_usec))
    self.init(
      written: info.write_index, read: info.read_index, sinkLatency: .microseconds(latency),
      age: .microseconds(max(0, Timer.Clock.wall.now - taken)))
  }

  /// What the server holds and has not rendered.
  var held: Frames { Frames(Int(max(0, written &- read)) / MemoryLayout<Int16>.size) }

  /// How long until the last sample that was written is heard; zero or less: it was.
  var untilHeard: Duration { held.duration + sinkLatency - age }
}

extension Duration {
  /// Whole microseconds, as the clocks count.
  var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
