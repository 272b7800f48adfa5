import EventLoop
import Testing

@testable import SoundLab

@EventLoop
@Suite struct TapeTests {
  private let begin = SuspendingClock.now

  @Test func `The earliest arrivals tell when the recording began, and late ones do not count`() {
    let tape = Tape()
    for piece in 0..<200 {
      let late = Duration.microseconds(piece.isMultiple(of: 4) ? 0 : 1_000)
      tape.append(frames(96), at: begin + Recording.duration(of: 96 * piece) + late)
    }
    #expect(tape.recording.clock.begin == begin)
    #expect(tape.end == begin + Recording.duration(of: 200 * 96))
  }

  @Test func `A few pieces that came before their time do not count`() {
    let tape = Tape()
    for piece in 0..<200 {
      let early = Duration.microseconds(piece == 150 ? 900 : 0)
      tape.append(frames(96), at: begin + Recording.duration(of: 96 * piece) - early)
    }
    #expect(tape.clock?.begin == begin)
  }

  @Test func `The time is unknown until the recording has settled`() {
    let tape = Tape()
    tape.append(frames(7_199), at: begin)
    tape.append(frames(1), at: begin + .milliseconds(10))
    #expect(tape.clock?.begin == nil)
    tape.append(frames(1), at: begin + Recording.duration(of: 7_200))
    #expect(tape.clock?.begin == begin)
  }

  @Test func `An output whose clock is slow, or fast, is told its pace from when its pieces arrive`() throws {
    for pace in [1.000_45, 0.999_7] {
      let tape = Tape()
      for piece in 0..<30_000 {
        let late = Duration.microseconds(piece % 5 * 700)
        tape.append(frames(96), at: begin + .microseconds(2_000 * pace * Double(piece)) + late)
      }
      let clock = try #require(tape.clock)
      #expect(abs(clock.pace - pace) < 1e-6)
      for position in [0, 1_440_000, 2_880_000] {
        let time = begin + .seconds(Double(position) / 48_000 * pace)
        #expect(abs((clock.time(of: position) - time) / .microseconds(1)) < 50)
        #expect(clock.position(at: clock.time(of: position)) == position)
      }
    }
  }

  @Test func `A piece may end in the middle of a frame`() {
    let tape = Tape()
    tape.append([1, 0, 2], at: begin)
    #expect(tape.recording.frames == [])
    tape.append([0, 3], at: begin)
    #expect(tape.recording.frames == [1, 2])
  }

  private func frames(_ count: Int) -> [UInt8] { Array(repeating: 0, count: 4 * count) }
}
