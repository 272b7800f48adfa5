import Cue
import CueInterface
import EventLoop
import FoundationEssentials
import Glibc
import SoundLab
import Testing

private let first = Event.say("The first one.", chime: "bell")
private let second = Event.say("And the second one.", chime: nil)
private let run = Event.transition(.run, .seconds(180))

/// A cue of a session, so that it is known to the next daemon.
private func cue(_ id: String, _ event: Event, at: WallTime? = nil) -> WireCue {
  WireCue(id: id, session: "run", event: event, at: at)
}

extension OnPulseAudio {
  /// What a daemon that is killed leaves to the next one.
  @EventLoop @Suite struct JournalTests {
    @Test func `After a kill, what was playing plays again, what waited plays, and what was heard does not (8)`()
      async throws
    {
      let server = SoundServer.current
      let recorder = try await Recorder.start(on: server)
      let heard = try await record(with: recorder) {
        let daemon = try await DaemonProcess.start(on: server)
        try await daemon.untilItIsReady()
        try await daemon.send(cue("heard", run)).untilPlayed()
        let playing = try await daemon.send(cue("playing", first))
        let waiting = try await daemon.send(WireCue(id: "waiting", event: second))
        try await playing.until(.playing)
        #expect(waiting.states == [.queued])
        await daemon.kill()

        let heir = try await DaemonProcess.start(on: server, asHeir: true)
        let again = try await heir.send(cue("playing", first))
        try await until("both to be heard") {
          let status = try await heir.status
          return again.hasEnded && status.playing == nil && status.waiting == 0
        }
        #expect(again.states.last == .played)
        #expect(try await heir.send(cue("heard", run)).end().state == .played)
        #expect(heir.log.contains("2 cues are left from before"))
        #expect(await heir.terminate() == .success)
      }
      // The speech process of each daemon says the same when it is asked the same from its start.
      let (before, after) = (try await rendered([run]), try await rendered([first, second]))
      let found = (before + after).map { heard.recording.find($0.samples).filter(\.isWhole).map(\.position) }
      #expect(found.map(\.count) == [1, 1, 1], "\(found) \(heard.file)")
      #expect(found.flatMap(\.self) == found.flatMap(\.self).sorted(), "\(found) \(heard.file)")
    }

    @Test func `Told to leave, a daemon leaves to the next one what waits`() async throws {
      let tomorrow = WallTime(microseconds: Timer.Clock.wall.now + 86_400_000_000)
      let daemon = try await DaemonProcess.start(on: .current)
      _ = try await daemon.send(cue("tomorrow", .halfway, at: tomorrow))
      #expect(await daemon.terminate() == .success)
      let heir = try await DaemonProcess.start(on: .current, asHeir: true)
      #expect(try await heir.status.waiting == 1)
      #expect(try await heir.connect().cancel(.cue(id: "tomorrow", session: "run")) == 1)
      #expect(await heir.terminate() == .success)
    }

    @Test func `A journal that is damaged is read as far as it goes, and the damage is told once`() async throws {
      let journal = URL(filePath: SoundServer.current.cueJournal)
      let daemon = try await DaemonProcess.start(on: .current)
      try await daemon.untilItIsReady()
      for id in ["a", "b", "c"] { try await daemon.send(cue(id, .say("One.", chime: nil))).untilPlayed() }
      await daemon.kill()
      var bytes = try Data(contentsOf: journal)
      bytes[bytes.count / 2] ^= 0xFF
      try (bytes + bytes.prefix(7)).write(to: journal)

      let heir = try await DaemonProcess.start(on: .current, asHeir: true)
      try await heir.untilItIsReady()
      for id in ["a", "c"] { #expect(try await heir.send(cue(id, .say("One.", chime: nil))).states == [.played]) }
      #expect(heir.log.contains("is damaged in 1 places"))
      #expect(await heir.terminate() == .success)
      let next = try await DaemonProcess.start(on: .current, asHeir: true)
      #expect(!next.log.contains("damaged"))
      #expect(await next.terminate() == .success)
    }

    @Test(arguments: [
      "a file where the folder should be", "a folder where the file should be", "a pipe in the place of the next one",
      "more than any daemon writes", "bytes of no meaning",
    ])
    func `A daemon starts whatever it finds in the place of its journal`(found: String) async throws {
      let journal = SoundServer.current.cueJournal
      let folder = URL(filePath: journal).deletingLastPathComponent().path
      try? FileManager.default.removeItem(atPath: folder)
      switch found {
      case "a file where the folder should be": try Data("x".utf8).write(to: URL(filePath: folder))
      case "a folder where the file should be":
        try FileManager.default.createDirectory(atPath: journal, withIntermediateDirectories: true)
      case "a pipe in the place of the next one":
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(mkfifo("\(journal).new", 0o600) == 0)
      case "more than any daemon writes":
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: journal))
        #expect(truncate(journal, 4 << 30) == 0)
      default:
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }).write(to: URL(filePath: journal))
      }
      let daemon = try await DaemonProcess.start(on: .current, asHeir: true)
      try await daemon.untilItIsReady()
      try await daemon.send(.warning).untilPlayed()
      #expect(try await (daemon.status.unjournaled != nil) == found.contains(" where "))
      #expect(await daemon.terminate() == .success)
      try FileManager.default.removeItem(atPath: folder)
    }

    @Test func `Where the journal cannot grow the daemon runs on, says so once, and says when it can again`()
      async throws
    {
      let daemon = try await DaemonProcess.start(on: .current)
      try await daemon.untilItIsReady()
      #expect(try await daemon.status.unjournaled == nil)
      try await daemon.limitFiles(to: "64")
      for id in ["a", "b", "c"] { try await daemon.send(cue(id, .say("One.", chime: nil))).untilPlayed() }
      #expect(try await daemon.status.unjournaled?.contains("File too large: a crash would now lose 0 cues") == true)
      #expect(daemon.log.split(separator: "\n").count { $0.contains("cues are not journaled: ") } == 1)

      try await daemon.limitFiles(to: "unlimited")
      try await until("the journal to be written") { try await daemon.status.unjournaled == nil }
      #expect(daemon.log.split(separator: "\n").count { $0.contains("cues are journaled again") } == 1)
      await daemon.kill()
      let heir = try await DaemonProcess.start(on: .current, asHeir: true)
      for id in ["a", "b", "c"] {
        #expect(try await heir.send(cue(id, .say("One.", chime: nil))).states == [.played])
      }
      #expect(await heir.terminate() == .success)
    }

    @Test func `Two daemons that listen at different sockets have a journal each`() async throws {
      let tomorrow = WallTime(microseconds: Timer.Clock.wall.now + 86_400_000_000)
      unlink(SoundServer.current.cueJournal)
      for _ in 0..<2 {
        let daemon = try await DaemonProcess.start(on: .current, asHeir: true)
        let second = try await DaemonProcess.start(on: .current, asHeir: true, socket: "second")
        for id in ["a", "b"] { _ = try await second.send(cue(id, .halfway, at: tomorrow)) }
        _ = try await daemon.send(cue("c", .halfway, at: tomorrow))
        for (process, count) in [(daemon, 1), (second, 2)] {
          #expect(try await process.status.unjournaled == nil)
          #expect(try await process.status.waiting == count)
          await process.kill()
        }
      }
      unlink(SoundServer.current.cueJournal)
    }

    @Test func `Of two daemons one changes volumes, and the other one says so, until it is alone`() async throws {
      let options = ["--ducking", "volume"]
      let daemon = try await DaemonProcess.start(on: .current, options: options)
      try await daemon.untilItIsReady()
      let second = try await DaemonProcess.start(on: .current, socket: "second", options: options)
      try await second.untilItIsReady()
      #expect(try await daemon.status.output.ducking == "volume")
      #expect(try await second.status.output.reason == "another cued changes volumes already")
      #expect(try await second.status.output.ducking == "off")
      await daemon.kill()
      try await second.send(cue("alone", .warning)).untilPlayed()
      #expect(try await second.status.output.ducking == "volume")
      #expect(await second.terminate() == .success)
    }

    @Test func `Where volumes cannot be journaled the daemon lowers them, says so once, and until it can again`()
      async throws
    {
      let daemon = try await DaemonProcess.start(on: .current, options: ["--ducking", "volume"])
      try await daemon.untilItIsReady()
      let player = try await Music.play(on: .current)
      try await daemon.limitFiles(to: "8")
      for id in ["a", "b"] { try await daemon.send(cue(id, .say("One.", chime: nil))).untilPlayed() }
      #expect(try await daemon.status.unjournaled?.contains("a crash in a cue would leave the music quiet") == true)
      #expect(daemon.log.split(separator: "\n").count { $0.contains("cannot write the volume journal") } == 1)
      try await daemon.limitFiles(to: "unlimited")
      // Until the music is back nothing new is journaled.
      try await Task.sleep(for: .seconds(1))
      try await daemon.send(cue("c", .say("One.", chime: nil))).untilPlayed()
      try await until("the journals to be written") { try await daemon.status.unjournaled == nil }
      #expect(await daemon.terminate() == .success, "\(daemon.log)")
      await player.kill()
    }

    @Test func `A journal that another daemon still holds is read when it is free, and not replaced before`()
      async throws
    {
      let tomorrow = WallTime(microseconds: Timer.Clock.wall.now + 86_400_000_000)
      let before = try await DaemonProcess.start(on: .current)
      _ = try await before.send(cue("before", .halfway, at: tomorrow))
      await before.kill()
      let folder = open(
        URL(filePath: SoundServer.current.cueJournal).deletingLastPathComponent().path,
        O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      #expect(flock(folder, LOCK_EX) == 0)
      let daemon = try await DaemonProcess.start(on: .current, asHeir: true)
      #expect(try await daemon.status.unjournaled?.contains("another cued keeps its journal there") == true)
      _ = try await daemon.send(cue("since", .halfway, at: tomorrow))
      #expect(try await daemon.status.waiting == 1)
      close(folder)
      try await until("the journal to be free") { try await daemon.status.unjournaled == nil }
      #expect(try await daemon.status.waiting == 2)
      #expect(daemon.log.contains("1 cues are left from before"))
      await daemon.kill()
      let heir = try await DaemonProcess.start(on: .current, asHeir: true)
      #expect(try await heir.status.waiting == 2)
      #expect(await heir.terminate() == .success)
    }
  }
}

extension DaemonProcess {
  /// Sets the size to which it may make files grow.
  ///
  /// - Parameter bytes: a number, or "unlimited".
  fileprivate func limitFiles(to bytes: String) async throws {
    let finished = try await Spawn("prlimit", ["--pid", "\(id)", "--fsize=\(bytes):unlimited"]).run()
    guard finished.status == .success else { throw Failure("prlimit: \(finished)") }
  }
}
