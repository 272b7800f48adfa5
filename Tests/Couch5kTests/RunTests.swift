import Cue
import CueInterface
import EventLoop
import Glibc
import Testing
import Workout
import WorkoutEngine

@testable import couch5k

/// The program itself, with a daemon that only listens.
@Suite(.serialized, .timeLimit(.minutes(3))) @EventLoop struct RunTests {
  static let schedule = Plan.workout(.first).schedule

  /// On a fast clock a slow machine leaves out what is too late; which events there are is PacedWorkout's to prove.
  @Test func `Events are sent in order, once, in one session, and the last one is followed`() async throws {
    let directory = TemporaryDirectory()
    let daemon = try FakeDaemon(at: directory.file("socket"))
    let program = Program([couch5kProgram, "run", "--speed", "900", "--socket", daemon.path], .pipe)
    #expect(await program.end() == 0)
    let sent = Self.schedule.filter { daemon.ids.contains($0.id.description) }
    #expect(sent.last?.id == .complete)
    #expect(daemon.ids == sent.map(\.id.description))
    #expect(daemon.received.map(\.cue.event) == sent.map(\.event))
    #expect(daemon.received.map(\.isFollowed) == sent.map { $0.id == .complete })
    #expect(daemon.received.allSatisfy { $0.cue.at == nil && $0.cue.voice == nil })
    let session = try #require(daemon.received.first?.cue.session)
    #expect(session.hasPrefix("couch5k-") && session.hasSuffix("-\(program.process)"))
    #expect(daemon.received.allSatisfy { $0.cue.session == session })
    #expect(daemon.cancelled.isEmpty)
  }

  @Test func `Output that cannot be written is a failure`() async {
    let program = Program(["/bin/sh", "-c", "'\(couch5kProgram)' plan > /dev/full"], .pipe)
    #expect(await program.end() == 1)
    #expect(program.output == "couch5k: standard output: No space left on device\n")
  }

  @Test func `A cue expires when its interval ends, by the wall clock`() async throws {
    let directory = TemporaryDirectory()
    let daemon = try FakeDaemon(at: directory.file("socket"))
    let before = WallTime.now
    let program = Program([couch5kProgram, "run", "--start-at", "5:00", "--socket", daemon.path], .pipe)
    await daemon.receives("transition-1")
    let received = try #require(daemon.received.first)
    let expires = try #require(received.cue.expires)
    #expect(expires >= before + .seconds(60))
    #expect(expires <= received.wall + .seconds(60))
    #expect(daemon.ids == ["transition-1"])
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `Where the output is no terminal each event is a line`() async throws {
    let directory = TemporaryDirectory()
    let daemon = try FakeDaemon(at: directory.file("socket"))
    let program = Program(
      [couch5kProgram, "run", "--start-at", "24:50", "--speed", "900", "--socket", daemon.path], .pipe)
    #expect(await program.end() == 0)
    let lines = Self.schedule.filter { $0.due >= .seconds(1_490) && program.output.contains($0.line) }.map(\.line)
    #expect(lines.last == Self.schedule.last?.line)
    #expect(program.output == (lines + ["Week 1, run 1 is done.", ""]).joined(separator: "\n"))
  }
}
