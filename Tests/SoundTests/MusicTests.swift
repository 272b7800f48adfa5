import CSndFile
import Glibc
import Testing

@testable import Sound

@Suite struct MusicTests {
  private let directory = MusicDirectory()

  private func read(_ music: MusicFiles, rate: Int, frames: Int, piece: Int = 1_000) async throws -> [Int16] {
    let reader = MusicReader(music, rate: rate)
    var samples: [Float] = []
    while samples.count < frames * music.channels { samples += try await reader.next(piece).get() }
    return [Int16](rounding: samples[..<(frames * music.channels)])
  }

  @Test(arguments: [1, 999, 48_000])
  func `One file is heard after another, and then the first again`(piece: Int) async throws {
    let first = ramp(3_000, from: 0)
    let second = ramp(20_000, from: 10_000)
    let music = try MusicFiles([
      try directory.write("a.wav", first, rate: 48_000), try directory.write("b.flac", second, rate: 48_000),
    ])
    #expect(music.channels == 1)
    #expect(music.rate == 48_000)
    let heard = try await read(music, rate: 48_000, frames: 50_000, piece: piece)
    let isSame = heard.elementsEqual((first + second + first + second + first + second).prefix(50_000))
    #expect(isSame)
  }

  @Test func `Where one file is stereo, a mono one is heard on both sides`() async throws {
    let stereo: [Int16] = [1, -1, 2, -2, 3, -3]
    let music = try MusicFiles([
      try directory.write("a.wav", [7, 8], rate: 44_100),
      try directory.write("b.wav", stereo, rate: 44_100, channels: 2),
      try directory.write("c.wav", [3, 0, 0, 9, 3, 3], rate: 44_100, channels: 3),
    ])
    #expect(music.channels == 2)
    #expect(music.rate == 44_100)
    #expect(try await read(music, rate: 44_100, frames: 7) == [7, 7, 8, 8] + stereo + [1, 1, 5, 5])
  }

  @Test func `A file of another rate is brought to the one that is wanted, without a gap at its end`() async throws {
    let tone = (0..<44_100).map { Int16((20_000 * sin(2 * .pi * 441 * Double($0) / 44_100)).rounded()) }
    let music = try MusicFiles([
      try directory.write("a.wav", tone, rate: 44_100), try directory.write("b.wav", [0], rate: 48_000),
    ])
    #expect(music.rate == nil)
    let heard = try await read(music, rate: 48_000, frames: 48_000)
    for (index, sample) in heard.enumerated().dropFirst(200).dropLast(200) {
      #expect(abs(Double(sample) - 20_000 * sin(2 * .pi * 441 * Double(index) / 48_000)) < 60)
    }
  }

  @Test func `A file that cannot be read as music is named, with the reason`() throws {
    let good = try directory.write("good.wav", [1], rate: 48_000)
    let text = directory.files.write(Array("no music".utf8), to: "notes.txt")
    let empty = try directory.write("empty.wav", [], rate: 48_000)
    let missing = directory.files.file("missing.mp3")
    for (path, reason) in [
      (text, "cannot be opened: Format not recognised"), (empty, "cannot be used: there is nothing in it"),
      (missing, "cannot be opened: No such file or directory"),
      (directory.files.path, "cannot be opened: it is not a regular file"),
    ] {
      let error = #expect(throws: SoundFileError.self) { try MusicFiles([good, path]) }
      #expect(error?.description == "\(path): \(reason)")
    }
  }

  @Test func `A file that breaks off in the middle is named, too`() async throws {
    let path = try directory.write("a.flac", ramp(200_000, from: -9_000), rate: 48_000)
    truncate(path, 150_000)
    let music = try MusicFiles([path])
    let reader = MusicReader(music, rate: 48_000)
    var last = await reader.next(48_000)
    for _ in 0..<10 where (try? last.get()) != nil { last = await reader.next(48_000) }
    let error = #expect(throws: SoundFileError.self) { try last.get() }
    #expect(error?.path == path)
  }

  @Test func `A file that somebody empties meanwhile is named and not waited for`() async throws {
    let path = try directory.write("a.wav", [1, 2, 3], rate: 48_000)
    let music = try MusicFiles([path])
    _ = try directory.write("a.wav", [], rate: 48_000)
    #expect(await MusicReader(music, rate: 48_000).next(10) == .failure(.silent(path)))
  }

  @Test func `Very short music is read once, and then repeated from memory`() async throws {
    let sample = ramp(40, from: -9_000)
    let path = try directory.write("a.wav", sample, rate: 48_000)
    let reader = MusicReader(try MusicFiles([path]), rate: 48_000)
    _ = try await reader.next(40).get()
    _ = try await reader.next(40).get()
    unlink(path)
    let heard = try await reader.next(400_000).get()
    #expect(heard.count == 400_000)
    #expect(heard.indices.allSatisfy { heard[$0] == heard[$0 % 40] })
  }

  @Test func `A file is known under another name`() throws {
    let path = try directory.write("a.wav", [1], rate: 48_000)
    symlink(path, directory.files.file("b.wav"))
    let music = try MusicFiles([path])
    #expect(music.contains(directory.files.file("b.wav")))
    #expect(!music.contains(directory.files.file("c.wav")))
    #expect(!music.contains("/dev/null"))
  }

  /// Loud enough that FLAC has something to hold.
  private func ramp(_ count: Int, from first: Int) -> [Int16] {
    (0..<count).map { Int16(truncatingIfNeeded: first + $0 &* 7_919) }
  }
}

@Suite struct WrittenMusicTests {
  @Test(arguments: [("a.flac", 44_100), ("a.wav", 48_000), ("a.ogg", 44_100)])
  func `A file may have two channels and the rate of CDs`(name: String, rate: Int) throws {
    let directory = TemporaryDirectory()
    let writer = try SoundFileWriter(directory.file(name), wantedRate: rate, channels: 2)
    #expect(writer.rate == rate)
    try writer.write([Int16](repeating: 1_000, count: 20_000))
    try writer.close()
    let file = try SoundFileReader(directory.file(name))
    #expect(file.rate == rate)
    #expect(file.channels == 2)
    #expect(try file.read(20_000).count == 20_000)
  }

  @Test(arguments: [("a.opus", 44_100), ("a.flac", 96_000), ("a.wav", 22_050)])
  func `Another rate is none that a file gets`(name: String, rate: Int) throws {
    let directory = TemporaryDirectory()
    #expect(try SoundFileWriter(directory.file(name), wantedRate: rate).rate == 48_000)
  }
}

/// Music for a test, gone after it.
private final class MusicDirectory: Sendable {
  let files = TemporaryDirectory()

  func write(_ name: String, _ samples: [Int16], rate: Int, channels: Int = 1) throws -> String {
    let path = files.file(name)
    var format = SF_INFO()
    (format.samplerate, format.channels) = (Int32(rate), Int32(channels))
    let kind = name.hasSuffix(".flac") ? SF_FORMAT_FLAC : SF_FORMAT_WAV
    format.format = Int32(kind | SF_FORMAT_PCM_16)
    let file = try #require(sf_open(path, Int32(SFM_WRITE), &format))
    defer { sf_close(file) }
    try #require(sf_write_short(file, samples, sf_count_t(samples.count)) == samples.count)
    return path
  }
}
