import Cue
import EventLoop
import FoundationEssentials
import Sound
import SoundLab
import Testing

extension OnPulseAudio {
  @Suite struct OwnChimeTests {
    @Test func `The person's own chime is heard from the next cue on, until it is taken away again`() async throws {
      let folder = try soundFolder()
      let tick = try #require(Chimes.builtIn("tick"))
      let heard = try await hear { daemon in
        try await daemon.send(.warning, id: "built in").untilPlayed()
        try write(try #require(Chimes.builtIn("walk")), "\(folder)/tick.wav")
        try await daemon.send(.warning, id: "own").untilPlayed()
        // Another version of it, by the same name.
        try write(try #require(Chimes.builtIn("bell")), "\(folder)/tick.wav")
        try await daemon.send(.warning, id: "changed").untilPlayed()
        try FileManager.default.removeItem(atPath: "\(folder)/tick.wav")
        try await daemon.send(.warning, id: "built in again").untilPlayed()
      }
      let own = try ["walk", "bell"].map { name in
        let path = "\(SoundServer.current.directory)/home/expected/tick.wav"
        try write(try #require(Chimes.builtIn(name)), path)
        var chimes = OwnChimes(folders: ["\(SoundServer.current.directory)/home/expected"])
        let choice = chimes.choice(for: "tick")
        return try #require(choice).result.get()
      }
      let faults = heard.faults(expecting: [tick] + own + [tick])
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `One that cannot be used is refused with one line that says why, and the built-in one is heard`()
      async throws
    {
      let folder = try soundFolder()
      let path = "\(folder)/tick.ogg"
      try write(.silence(Frames(.seconds(4))), path)
      let tick = try #require(Chimes.builtIn("tick"))
      let heard = try await hear { daemon in
        for id in ["a", "b"] { try await daemon.send(.warning, id: id).untilPlayed() }
        return daemon.log.split(separator: "\n").filter { $0.contains(path) }
      }
      try FileManager.default.removeItem(atPath: path)
      let faults = heard.faults(expecting: [tick, tick])
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
      #expect(
        heard.outcome == [
          "cued: \(path): cannot be used: it is longer than 3 s: the built-in chime is heard"
        ])
    }

    private func soundFolder() throws -> String {
      let folder = "\(SoundServer.current.directory)/home/.local/share/cued/sounds"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      return folder
    }

    private func write(_ sound: PCM, _ path: String) throws {
      let folder = path[..<path.lastIndex(of: "/")!]
      try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
      let writer = try SoundFileWriter(path)
      try writer.write(sound)
      try writer.close()
    }
  }
}
