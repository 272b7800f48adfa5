import CSndFile
import CueRenderer
import EventLoop
import Glibc
import Sound
import Testing
import Workout
import WorkoutEngine

@testable import couch5k

/// With the real speech process.
@Suite(.serialized, .timeLimit(.minutes(5))) @EventLoop struct RenderedTrackTests {
  @Test func `In a workout's file each cue begins with the sample of its time, and all else is silence`() async throws {
    let directory = TemporaryDirectory()
    let workout = Plan.workout(.first)
    let path = directory.file("track.wav")
    let track = try await TrackFile.write(
      workout, to: path, renderer: .real)
    // Another speech process with the same history says the same.
    let sounds = try await CueSounds(workout.schedule, renderer: .real)

    let file = try #require(SampleFile(wav: path))
    #expect(file.count == track.length.count)
    var position = 0
    for event in workout.schedule {
      let due = Int(event.due / .seconds(1)) * PCM.rate
      #expect(file.isSilent(in: position..<due), "before \(event.id)")
      #expect(file.holds(sounds[event.event], at: due), "\(event.id)")
      position = due + sounds[event.event].frames.count
    }
    #expect(position == file.count)
  }

  @Test(arguments: ["flac", "wav"])
  func `The longest workout's file decodes to 40 minutes and its last cue`(ending: String) async throws {
    let directory = TemporaryDirectory()
    let path = directory.file("track.\(ending)")
    let track = try await TrackFile.write(
      Plan.workouts[26], to: path, renderer: .real)
    let last = try #require(track.placements.last)
    #expect(last.event.id == .complete)
    #expect(last.start == Frames(.seconds(2_400)))
    #expect(decodedFrames(of: path) == last.end.count)
  }

  @Test func `A cue that cannot be made is named, and no file is left`() async {
    let directory = TemporaryDirectory()
    let renderer = CueRenderer(executable: "/bin/false", environment: [:])
    do {
      _ = try await TrackFile.write(Plan.workout(.first), to: directory.file("track.flac"), renderer: renderer)
      Issue.record("there was no error")
    } catch {
      #expect(error.description.hasPrefix("the cue start, \"Week 1, run 1."))
      #expect(error.description.hasSuffix("cannot be made: the speech process exited with status 1"))
    }
    #expect(directory.names.isEmpty)
  }

  @Test func `A file that cannot be written is named`() async {
    do {
      _ = try await TrackFile.write(Plan.workout(.first), to: "/nowhere/track.flac", renderer: .real)
      Issue.record("there was no error")
    } catch {
      #expect(error.description == "/nowhere/track.flac: cannot be created: No such file or directory")
    }
  }

  @Test func `Cues are heard in music of two channels, and music without cues as it is`() async throws {
    let directory = TemporaryDirectory()
    let workout = Workout(.first, .once(.run(.seconds(20))), warmup: .seconds(20), cooldown: .seconds(20))
    // Music on the left alone: what is heard on the right is the cues.
    let left = (0..<44_100 * 7).map { Int16(8_000 * sin(2 * .pi * Double($0) / 100)) }
    let music = directory.file("music.flac")
    let writer = try SoundFileWriter(music, wantedRate: 44_100, channels: 2)
    try writer.write(left.flatMap { [$0, 0] })
    try writer.close()

    let path = directory.file("mix.wav")
    let files = try MusicFiles([music])
    let track = try await TrackFile.write(workout, over: files, depth: .standard, to: path, renderer: .real)
    let mix = try await heard(path, seconds: 64)
    let end = try #require(track.placements.last).end
    #expect(abs(mix.left.count - (end.count * 441 / 480 + 4 * 44_100)) <= 1)
    for placement in track.placements {
      let range = placement.start.count * 441 / 480..<placement.end.count * 441 / 480
      #expect(mix.right[range].contains { abs($0) > 0.05 }, "\(placement.event.id)")
      #expect(!mix.right[(range.upperBound + 500)..<(range.upperBound + 4_000)].contains { abs($0) > 0.001 })
      let music = range.dropFirst(1_200).map { mix.left[$0] - mix.right[$0] }.max() ?? 0
      #expect(abs(music - 800 / 32_768) < 0.001, "\(placement.event.id)")
    }
    // Between the first cue and the second, over the seam of the music.
    let between = 44_100 * 6..<44_100 * 9
    #expect(between.allSatisfy { mix.left[$0] == Float(left[$0 % left.count]) / 32_768 })
  }

  @Test func `Music that cannot be read on is named, and no file is left`() async throws {
    let directory = TemporaryDirectory()
    let music = directory.file("music.wav")
    try SoundFileWriter(music).close()
    #expect(throws: SoundFileError.self) { try MusicFiles([music]) }
    let writer = try SoundFileWriter(music)
    try writer.write(PCM.silence(Frames(.seconds(1))))
    try writer.close()
    let files = try MusicFiles([music])
    unlink(music)
    do {
      _ = try await TrackFile.write(
        Plan.workout(.first), over: files, depth: .standard, to: directory.file("mix.wav"), renderer: .real)
      Issue.record("there was no error")
    } catch {
      #expect(error.description == "\(music): cannot be opened: No such file or directory")
    }
    #expect(directory.names.isEmpty)
  }

  @Test func `Music is not replaced by the file that it is mixed into`() async throws {
    let directory = TemporaryDirectory()
    let music = directory.file("music.wav")
    let writer = try SoundFileWriter(music)
    try writer.write(PCM.silence(Frames(1)))
    try writer.close()
    do {
      _ = try await TrackFile.write(
        Plan.workout(.first), over: try MusicFiles([music]), depth: .standard, to: music, renderer: .real)
      Issue.record("there was no error")
    } catch let error as TrackError {
      #expect(
        error.description == "\(music): cannot be created: it is music that the cues are to be mixed into")
    }
    #expect(directory.names == ["music.wav"])
  }

  /// The two channels of a file.
  private func heard(_ path: String, seconds: Int) async throws -> (left: [Float], right: [Float]) {
    var format = SF_INFO()
    let file = try #require(sf_open(path, Int32(SFM_READ), &format))
    defer { sf_close(file) }
    try #require(format.channels == 2 && format.samplerate == 44_100)
    var samples = [Float](repeating: 0, count: 2 * 44_100 * (seconds + 10))
    let count = Int(sf_readf_float(file, &samples, sf_count_t(samples.count / 2)))
    return ((0..<count).map { samples[2 * $0] }, (0..<count).map { samples[2 * $0 + 1] })
  }

  @Test func `What is cancelled leaves no file`() async {
    let directory = TemporaryDirectory()
    let path = directory.file("track.wav")
    let writing = Task { () async -> Bool in
      do throws(TrackError) {
        _ = try await TrackFile.write(Plan.workout(.first), to: path, renderer: .real) { _ in
          withUnsafeCurrentTask { $0?.cancel() }
        }
        return false
      } catch {
        if case .cancelled = error { return true }
        return false
      }
    }
    #expect(await writing.value)
    #expect(directory.names.isEmpty)
  }
}

extension CueRenderer {
  /// One with a new speech process.
  fileprivate static var real: CueRenderer { CueRenderer(executable: couch5kProgram, environment: [:]) }
}

/// The samples of a WAV file of one channel of 16 bits, as they lie in it.
private final class SampleFile {
  private static let header = 44
  private let bytes: UnsafeMutableRawBufferPointer

  init?(wav path: String) {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0,
      let address = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED
    else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: address, count: Int(status.st_size))
  }

  deinit { munmap(bytes.baseAddress, bytes.count) }

  var count: Int { (bytes.count - Self.header) / 2 }

  /// Whether a sound, which is not empty, lies there to the last sample.
  func holds(_ sound: PCM, at position: Int) -> Bool {
    let stretch = self[position..<position + sound.samples.count]
    return sound.samples.withUnsafeBytes { sound in
      stretch.count == sound.count && memcmp(stretch.baseAddress!, sound.baseAddress!, sound.count) == 0
    }
  }

  func isSilent(in range: Range<Int>) -> Bool {
    let stretch = self[range]
    guard let first = stretch.first else { return true }
    // Zero, and each byte is as the one before.
    return first == 0 && memcmp(stretch.baseAddress!, stretch.baseAddress! + 1, stretch.count - 1) == 0
  }

  private subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
    let start = min(Self.header + 2 * range.lowerBound, bytes.count)
    let end = min(Self.header + 2 * range.upperBound, bytes.count)
    return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start..<end])
  }
}

/// How many samples libsndfile reads from a file to its end.
private func decodedFrames(of path: String) -> Int {
  var format = SF_INFO()
  guard let file = sf_open(path, Int32(SFM_READ), &format) else { return 0 }
  defer { sf_close(file) }
  var block = [Int16](repeating: 0, count: 65_536)
  var frames = 0
  while case let count = Int(sf_readf_short(file, &block, sf_count_t(block.count))), count > 0 { frames += count }
  return format.channels == 1 && format.samplerate == 48_000 ? frames : 0
}
