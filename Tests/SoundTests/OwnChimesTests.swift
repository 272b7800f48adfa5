import CSndFile
import Glibc
import Sound
import Testing

@Suite struct OwnChimesTests {
  private static let formats: [(ending: String, format: Int)] = [
    ("wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16), ("flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
    ("ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS), ("oga", SF_FORMAT_OGG | SF_FORMAT_VORBIS),
    ("mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III),
  ]

  /// A stereo file at 44.1 kHz: a tone of 0.6 s, on the left alone.
  private func write(
    _ path: String, _ format: Int = SF_FORMAT_WAV | SF_FORMAT_PCM_16, frequency: Double = 997, seconds: Double = 0.6,
    amplitude: Float = 0.5
  ) throws {
    var info = SF_INFO()
    info.samplerate = 44_100
    info.channels = 2
    info.format = Int32(format)
    let file = try #require(sf_open(path, Int32(SFM_WRITE), &info), "\(String(cString: sf_strerror(nil)))")
    let mono = tone(frequency, seconds: seconds, rate: 44_100).map { Float($0) / 16_384 * amplitude }
    let frames = mono.flatMap { sample -> [Float] in [sample, 0] }
    try #require(sf_writef_float(file, frames, sf_count_t(mono.count)) == mono.count)
    try #require(sf_close(file) == 0)
  }

  private func sound(_ chimes: inout OwnChimes, _ name: String = "run") throws -> PCM {
    let choice = chimes.choice(for: name)
    return try #require(choice).result.get()
  }

  private func refusal(_ chimes: inout OwnChimes, _ name: String = "run") -> SoundFileError? {
    if case .failure(let error) = chimes.choice(for: name)?.result { error } else { nil }
  }

  // MARK: What is heard

  @Test(arguments: formats)
  func `A file of any of the formats is heard, whole, at our rate, and as loud as the chime that it replaces`(
    ending: String, format: Int
  ) throws {
    let directory = TemporaryDirectory()
    try write(directory.file("run.\(ending)"), format)
    var chimes = OwnChimes(folders: [directory.path])
    let sound = try sound(&chimes)
    #expect(abs(Spectrum(sound.samples).dominant - 997) < 3)
    #expect(abs(sound.frames.count - 28_800) < 480, "within 10 ms")
    let loudness = try greatestLoudness(of: sound)
    #expect(abs(loudness - -19) < 0.3, "\(loudness) LUFS")
  }

  @Test(arguments: [Float(0.01), 1])
  func `A soft file and a loud one are equally loud, and the tick 10 LU less`(amplitude: Float) throws {
    let directory = TemporaryDirectory()
    var chimes = OwnChimes(folders: [directory.path])
    for (name, expected) in [("run", -19.0), ("tick", -29)] {
      try write(directory.file(name + ".wav"), amplitude: amplitude)
      let loudness = try greatestLoudness(of: sound(&chimes, name))
      #expect(abs(loudness - expected) < 0.3, "\(name): \(loudness) LUFS")
    }
  }

  @Test func `What would clip at that loudness is as loud as it can be`() throws {
    let directory = TemporaryDirectory()
    var click = [Int16](repeating: 0, count: 4_800)
    for index in 0..<4 { click[2_400 + index] = index % 2 == 0 ? 3_000 : -3_000 }
    try writeFile(PCM(click), directory.file("run.wav"))
    var chimes = OwnChimes(folders: [directory.path])
    #expect(try sound(&chimes).samples.map { abs(Int($0)) }.max() == 29_204)
  }

  @Test func `Silence around it is left out`() throws {
    let directory = TemporaryDirectory()
    let silence = PCM.silence(Frames(24_000)).samples
    try writeFile(PCM(silence + tone(997, seconds: 0.5) + silence), directory.file("run.wav"))
    var chimes = OwnChimes(folders: [directory.path])
    #expect(abs(try sound(&chimes).frames.count - 24_000) <= 200)
  }

  // MARK: Where it is looked for

  @Test func `The folders are the person's, then those of the machine`() {
    func folders(_ environment: [String: String]) -> [String] { OwnChimes(environment: environment).folders }
    let machine = ["/usr/local/share/cued/sounds", "/usr/share/cued/sounds"]
    #expect(folders(["HOME": "/home/x"]) == ["/home/x/.local/share/cued/sounds"] + machine)
    #expect(folders(["HOME": "/home/x", "XDG_DATA_HOME": "/data"]) == ["/data/cued/sounds"] + machine)
    #expect(
      folders(["XDG_DATA_HOME": "relative", "XDG_DATA_DIRS": "/a:relative:/b"])
        == ["/a", "/b"].map { $0 + "/cued/sounds" })
    #expect(folders(["XDG_DATA_DIRS": ""]) == machine)
  }

  @Test func `The first folder that has the chime counts, and in it the first ending`() throws {
    let first = TemporaryDirectory()
    let second = TemporaryDirectory()
    var chimes = OwnChimes(folders: [first.path, second.path])
    #expect(chimes.choice(for: "run") == nil)
    let places = [second.file("run.mp3"), second.file("run.ogg"), first.file("run.flac"), first.file("run.wav")]
    for (path, format) in zip(places, ["mp3", "ogg", "flac", "wav"]) {
      try write(path, try #require(Self.formats.first { $0.ending == format }).format)
      #expect(chimes.choice(for: "run")?.path == path)
    }
    #expect(chimes.choice(for: "walk") == nil)
    for path in places.reversed() {
      #expect(chimes.choice(for: "run")?.path == path)
      unlink(path)
    }
    #expect(chimes.choice(for: "run") == nil)
  }

  // MARK: When it is read

  @Test func `A file that changes is another sound from then on, and one that does not is read once`() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("run.wav")
    try write(path, frequency: 600)
    var chimes = OwnChimes(folders: [directory.path])
    #expect(chimes.choice(for: "run")?.isNew == true)
    let first = try sound(&chimes)
    #expect(chimes.choice(for: "run")?.isNew == false)
    // It is not even opened again.
    chmod(path, 0)
    chmod(path, 0o600)
    #expect(chimes.choice(for: "run")?.isNew == true)
    try write(path, frequency: 900)
    let second = try sound(&chimes)
    #expect(abs(Spectrum(first.samples).dominant - 600) < 3)
    #expect(abs(Spectrum(second.samples).dominant - 900) < 3)
  }

  // MARK: What is refused

  @Test func `One that is silent, too long, no sound or no file is refused, and why`() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("run.wav")
    var chimes = OwnChimes(folders: [directory.path])
    func expect(_ code: SoundFileError.Code, _ reason: String) {
      let refusal = refusal(&chimes)
      #expect(refusal?.code == code)
      #expect(refusal?.description.hasPrefix("\(path): ") == true)
      #expect(refusal?.reason.contains(reason) == true, "\(refusal?.reason ?? "")")
    }
    try write(path, seconds: 3.1)
    expect(.tooLong, "it is longer than 3 s")
    try write(path, amplitude: 0)
    expect(.silent, "it is silent")
    try write(path, seconds: 0)
    expect(.silent, "it is silent")
    _ = directory.write(Array("This is no sound.".utf8), to: "run.wav")
    expect(.cannotOpen, "")
    unlink(path)
    mkdir(path, 0o700)
    expect(.cannotOpen, "it is not a regular file")
    rmdir(path)
    mkfifo(path, 0o600)
    expect(.cannotOpen, "it is not a regular file")
  }

  @Test func `One that is larger than any chime is not even opened`() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("run.wav")
    try write(path)
    truncate(path, 17 << 20)
    var chimes = OwnChimes(folders: [directory.path])
    #expect(refusal(&chimes)?.reason == "it is larger than 16 MiB")
  }

  @Test func `One of three seconds is taken`() throws {
    let directory = TemporaryDirectory()
    try write(directory.file("run.wav"), seconds: 3)
    var chimes = OwnChimes(folders: [directory.path])
    #expect(try abs(sound(&chimes).frames.count - 144_000) < 100)
  }

  @Test func `One with more channels than there are loudspeakers is refused`() throws {
    let directory = TemporaryDirectory()
    var info = SF_INFO()
    info.samplerate = 48_000
    info.channels = 33
    info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    let file = try #require(sf_open(directory.file("run.wav"), Int32(SFM_WRITE), &info))
    let frames = [Int16](repeating: 1_000, count: 33 * 480)
    try #require(sf_writef_short(file, frames, 480) == 480)
    try #require(sf_close(file) == 0)
    var chimes = OwnChimes(folders: [directory.path])
    #expect(refusal(&chimes)?.reason == "it has 33 channels, more than 32")
  }

  @Test(arguments: ["wav", "flac", "ogg", "mp3"])
  func `Whatever a file holds, it is read or refused`(ending: String) throws {
    let directory = TemporaryDirectory()
    try write(directory.file("whole"), try #require(Self.formats.first { $0.ending == ending }).format)
    let whole = try #require(bytes(ofFile: directory.file("whole")))
    var chimes = OwnChimes(folders: [directory.path])
    var random = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      var damaged = whole
      for _ in 0..<8 {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      damaged.removeLast(Int.random(in: 0..<damaged.count / 2, using: &random))
      _ = directory.write(damaged, to: "run.\(ending)")
      let choice = chimes.choice(for: "run")
      #expect(choice != nil)
      if case .success(let sound)? = choice?.result { #expect(sound.frames <= OwnChimes.longest) }
    }
  }
}
