import Glibc
import Sound
import Testing

/// A sine of half of full scale.
func tone(_ frequency: Double, seconds: Double, rate: Int = PCM.rate) -> [Int16] {
  let turn = 2 * Double.pi * frequency / Double(rate)
  return (0..<Int(seconds * Double(rate))).map { Int16(16_384 * sin(turn * Double($0))) }
}

func writeFile(_ sound: PCM, _ path: String) throws {
  let writer = try SoundFileWriter(path)
  try writer.write(sound)
  try writer.close()
}

@Suite struct SoundFileWriterTests {
  // MARK: There and back

  @Test(arguments: ["a.wav", "a.flac", "A.WAV"])
  func `A lossless file gives back every sample`(name: String) throws {
    let directory = TemporaryDirectory()
    let sound = PCM([.min, -1, 0, 1, .max] + tone(997, seconds: 0.5))
    try writeFile(sound, directory.file(name))
    #expect(try SoundFile.read(directory.file(name)) == sound)
  }

  @Test(arguments: ["a.ogg", "a.oga", "a.opus"])
  func `A lossy file gives back the length, the pitch and nearly the samples`(name: String) throws {
    let directory = TemporaryDirectory()
    let sound = PCM(tone(997, seconds: 0.5))
    try writeFile(sound, directory.file(name))
    let back = try SoundFile.read(directory.file(name))
    try #require(back.frames == sound.frames)
    #expect(abs(Spectrum(back.samples).dominant - 997) < 3)
    let differences = zip(sound.samples, back.samples).map { abs(Int($0) - Int($1)) }
    #expect(differences[2_400..<21_600].allSatisfy { $0 < 1_638 }, "20 dB below the tone")
  }

  @Test(arguments: [("a.wav", "RIFF", "WAVE"), ("a.flac", "fLaC", "fLaC"), ("a.ogg", "OggS", "vorbis")])
  func `The ending of the name decides the format`(name: String, start: String, word: String) throws {
    try expectFormat(name, start: start, word: word)
  }

  @Test func `Also oga is Vorbis, and opus is Opus`() throws {
    try expectFormat("a.oga", start: "OggS", word: "vorbis")
    try expectFormat("a.opus", start: "OggS", word: "OpusHead")
  }

  private func expectFormat(_ name: String, start: String, word: String) throws {
    let directory = TemporaryDirectory()
    try writeFile(PCM(tone(440, seconds: 0.1)), directory.file(name))
    let head = String(decoding: try #require(bytes(ofFile: directory.file(name))).prefix(64), as: UTF8.self)
    #expect(head.hasPrefix(start))
    #expect(head.contains(word))
  }

  /// A minute of Vorbis written at once would overflow libvorbis's stack.
  @Test(arguments: [("a.wav", 3.0), ("a.flac", 3), ("a.ogg", 60), ("a.opus", 3)])
  func `Many parts make the same sound as one, also where that one is long`(name: String, seconds: Double) throws {
    let directory = TemporaryDirectory()
    let sound = PCM(tone(440, seconds: seconds))
    try writeFile(sound, directory.file(name))
    let writer = try SoundFileWriter(directory.file("parts-" + name))
    try writer.write(PCM())
    for start in stride(from: 0, to: sound.samples.count, by: 100_000) {
      try writer.write(PCM(Array(sound.samples[start...].prefix(100_000))))
    }
    try writer.close()
    let parts = try SoundFile.read(directory.file("parts-" + name))
    let differs = try SoundFile.read(directory.file(name)) != parts
    #expect(parts.frames == sound.frames)
    #expect(!differs)
  }

  // MARK: The file's place

  @Test func `The file is in its place when it is closed and not before, and replaces an older one`() throws {
    let directory = TemporaryDirectory()
    let path = directory.write([1, 2, 3], to: "a.wav")
    let writer = try SoundFileWriter(path)
    try writer.write(PCM([7]))
    #expect(bytes(ofFile: path) == [1, 2, 3])
    try writer.close()
    #expect(try SoundFile.read(path) == PCM([7]))
    #expect(directory.names == ["a.wav"])
  }

  @Test func `Closing again changes nothing`() throws {
    let directory = TemporaryDirectory()
    let writer = try SoundFileWriter(directory.file("a.wav"))
    try writer.close()
    unlink(directory.file("a.wav"))
    try writer.close()
    #expect(directory.names.isEmpty)
  }

  @Test func `A writer that is given up leaves no file, and an older one as it was`() throws {
    let directory = TemporaryDirectory()
    let path = directory.write([1, 2, 3], to: "a.flac")
    do {
      let writer = try SoundFileWriter(path)
      try writer.write(PCM(tone(440, seconds: 1)))
    }
    #expect(directory.names == ["a.flac"])
    #expect(bytes(ofFile: path) == [1, 2, 3])
  }

  // MARK: What goes wrong

  private func failure(_ path: String) -> SoundFileError? {
    #expect(throws: SoundFileError.self) { _ = try SoundFileWriter(path) }
  }

  @Test(arguments: ["a.mp3", "a", "wav", "a.wav/", ".wav/a", ""])
  func `A name whose ending stands for no format is refused, with those that do`(name: String) {
    let failure = failure(name)
    #expect(failure?.code == .unknownEnding)
    #expect(
      failure?.description
        == "\(name): cannot be created: its name must end in one of .wav, .flac, .ogg, .oga, .opus")
  }

  @Test func `A directory that is not there is an error that says so`() {
    let failure = failure("/nowhere/a.wav")
    #expect(failure?.code == .cannotCreate)
    #expect(failure?.description == "/nowhere/a.wav: cannot be created: No such file or directory")
  }

  @Test func `A directory in the file's place is found at once`() {
    let directory = TemporaryDirectory()
    let path = directory.file("a.wav")
    mkdir(path, 0o700)
    #expect(failure(path)?.description == "\(path): cannot be created: there is something that is not a regular file")
    #expect(directory.names == ["a.wav"])
  }

  @Test func `A file that cannot be put in its place is an error, and nothing is left`() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("a.wav")
    let writer = try SoundFileWriter(path)
    mkdir(path, 0o700)
    let failure = #expect(throws: SoundFileError.self) { try writer.close() }
    #expect(failure?.code == .cannotWrite)
    #expect(failure?.description == "\(path): cannot be written: Is a directory")
    #expect(directory.names == ["a.wav"])
  }

  @Test(arguments: ["a.wav", "a.flac", "a.ogg", "a.opus"])
  func `A disk that becomes full is an error in writing and again in closing, and nothing is left`(name: String) throws
  {
    let directory = TemporaryDirectory()
    let path = directory.file(name)
    let writer = try SoundFileWriter(path)
    try fillDisk(under: directory)
    let loud = PCM((0..<96_000).map { Int16(truncatingIfNeeded: $0 &* 40_503) })
    for act in [{ try writer.write(loud) }, { try writer.close() }] {
      let failure = #expect(throws: SoundFileError.self) { try act() }
      #expect(failure?.code == .cannotWrite)
      #expect(failure?.description == "\(path): cannot be written: No space left on device")
    }
    #expect(directory.names.isEmpty)
  }

  @Test(arguments: ["a.wav", "a.flac", "a.ogg", "a.opus"])
  func `A disk that is full only when the file is closed is an error, too`(name: String) throws {
    let directory = TemporaryDirectory()
    let writer = try SoundFileWriter(directory.file(name))
    try writer.write(PCM(tone(440, seconds: 0.5)))
    try fillDisk(under: directory)
    let failure = #expect(throws: SoundFileError.self) { try writer.close() }
    #expect(failure?.reason == "No space left on device")
    #expect(directory.names.isEmpty)
  }

  /// Makes all further writing to the one file in the directory fail as on a full disk.
  private func fillDisk(under directory: borrowing TemporaryDirectory) throws {
    let path = directory.file(try #require(directory.names.first))
    let descriptor = try #require((3..<1_024).first { target(of: $0) == path })
    let full = open("/dev/full", O_WRONLY)
    try #require(dup2(full, descriptor) == descriptor)
    close(full)
  }

  private func target(of descriptor: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
