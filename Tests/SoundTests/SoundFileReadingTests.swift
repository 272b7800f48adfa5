import CSndFile
import Glibc
import Sound
import Testing

@Suite struct SoundFileReadingTests {
  /// Writes a file with what ``SoundFileWriter`` does not write: any rate, channels and format.
  private func write(_ samples: [Float], _ path: String, rate: Int, channels: Int = 1, format: Int) throws {
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = Int32(channels)
    info.format = Int32(SF_FORMAT_WAV | format)
    let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
    try #require(sf_write_float(file, samples, sf_count_t(samples.count)) == samples.count)
    try #require(sf_close(file) == 0)
  }

  private func failure(_ path: String, limit: Frames = Frames(.seconds(60))) -> SoundFileError? {
    #expect(throws: SoundFileError.self) { try SoundFile.read(path, limit: limit) }
  }

  @Test(arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000])
  func `A file of any rate becomes 48 kHz, of the same pitch, level and length`(rate: Int) throws {
    let directory = TemporaryDirectory()
    let samples = tone(997, seconds: 0.5, rate: rate).map { Float($0) / 32_768 }
    try write(samples, directory.file("a.wav"), rate: rate, format: SF_FORMAT_PCM_16)
    let sound = try SoundFile.read(directory.file("a.wav"))
    #expect(abs(sound.frames.count - 24_000) <= 6)
    #expect(abs(Spectrum(sound.samples).dominant - 997) < 3)
    #expect(abs(Int(try #require(sound.samples[4_800..<19_200].max())) - 16_384) < 164, "within 1 %")
  }

  @Test func `Channels are mixed to one as their mean`() throws {
    let directory = TemporaryDirectory()
    let frames: [Float] = [0.5, 0.25, 0, 0.5, -0.5, -0.5, 1, -1, 0]
    try write(frames, directory.file("a.wav"), rate: 48_000, channels: 3, format: SF_FORMAT_FLOAT)
    #expect(try SoundFile.read(directory.file("a.wav")) == PCM([8_192, -5_461, 0]))
  }

  private static let wild: [Float] = [2, -2, .nan, .infinity, -.infinity, .greatestFiniteMagnitude]

  @Test func `Samples beyond full scale are clipped and what is no number is silence`() throws {
    let directory = TemporaryDirectory()
    try write(Self.wild, directory.file("a.wav"), rate: 48_000, format: SF_FORMAT_FLOAT)
    let expected = PCM([.max, .min, 0, .max, .min, .max])
    #expect(try SoundFile.read(directory.file("a.wav")) == expected)
  }

  @Test func `What is no number does not silence its surroundings when it is resampled`() throws {
    let directory = TemporaryDirectory()
    let samples = Self.wild + tone(997, seconds: 0.1, rate: 44_100).map { Float($0) / 32_768 }
    try write(samples, directory.file("a.wav"), rate: 44_100, format: SF_FORMAT_FLOAT)
    let sound = try SoundFile.read(directory.file("a.wav"))
    #expect(abs(Spectrum(sound.samples.dropFirst(480)).dominant - 997) < 5)
  }

  @Test(arguments: [44_100, 48_000])
  func `A file without samples is a sound without samples`(rate: Int) throws {
    let directory = TemporaryDirectory()
    try write([], directory.file("a.wav"), rate: rate, format: SF_FORMAT_PCM_16)
    #expect(try SoundFile.read(directory.file("a.wav")) == PCM())
  }

  // MARK: What goes wrong

  @Test func `A file that is not there is an error that says so`() {
    let failure = failure("/nowhere/a.wav")
    #expect(failure?.code == .cannotOpen)
    #expect(failure?.description == "/nowhere/a.wav: cannot be opened: No such file or directory")
  }

  @Test(arguments: ["/tmp", "/dev/zero"])
  func `A directory or a device is not read`(path: String) {
    #expect(failure(path)?.description == "\(path): cannot be opened: it is not a regular file")
  }

  @Test(arguments: ["", "This is a text, and long enough to be taken for anything."])
  func `A file that is no sound is an error that names it and tells why`(content: String) {
    let directory = TemporaryDirectory()
    let path = directory.write(Array(content.utf8), to: "a.wav")
    let failure = failure(path)
    #expect(failure?.code == .cannotOpen)
    #expect(failure?.path == path)
    #expect(failure?.reason.isEmpty == false)
  }

  @Test func `A file whose data is broken is an error, not a piece of sound`() throws {
    let directory = TemporaryDirectory()
    try writeFile(PCM(tone(440, seconds: 2)), directory.file("a.flac"))
    var content = try #require(bytes(ofFile: directory.file("a.flac")))
    for index in content.count / 2..<content.count { content[index] = 0xAA }
    let path = directory.write(content, to: "broken.flac")
    let failure = failure(path)
    #expect(failure?.code == .unreadable)
    #expect(failure?.description.hasPrefix("\(path): cannot be read: ") == true)
  }

  @Test func `A sample rate that cannot be converted is an error that tells it`() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("a.wav")
    try write([0, 0], path, rate: 100, format: SF_FORMAT_PCM_16)
    #expect(failure(path)?.description == "\(path): cannot be used: its sample rate is 100 Hz")
  }

  @Test func `A file as long as the limit is read, and a longer one refused`() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("a.wav")
    try write([Float](repeating: 0, count: 44_100), path, rate: 44_100, format: SF_FORMAT_PCM_16)
    #expect(try SoundFile.read(path, limit: Frames(48_000)).frames == Frames(48_000))
    let failure = failure(path, limit: Frames(47_990))
    #expect(failure?.code == .tooLong)
    #expect(failure?.description.hasPrefix("\(path): cannot be used: it is longer than 0.99979") == true)
  }
}
