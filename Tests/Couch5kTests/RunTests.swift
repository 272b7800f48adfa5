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

  @Test func `Events are sent ahead in order, once, in one session, and the last one is followed`() async throws {
    let directory = TemporaryDirectory()
    let daemon = try FakeDaemon(at: directory.file("socket"))
    let program = Program([couch5kProgram, "run", "--speed", "900", "--socket", daemon.path], .pipe)
    #expect(await program.end() == 0)
    let last = try #require(daemon.received.last)
    #expect(last.isFollowed && last.cue.id == "complete")
    // On a fast clock a slow machine leaves out what is too late at once; which events there are is PacedWorkout's to
    // prove.
    let received = Array(daemon.received.dropLast())
    let sent = Self.schedule.filter { daemon.ids.contains($0.id.description) }
    #expect(received.map(\.cue.id) == sent.map(\.id.description))
    #expect(received.map(\.cue.event) == sent.map(\.event))
    #expect(received.last?.cue == last.cue)
    #expect(received.allSatisfy { !$0.isFollowed && $0.cue.voice == nil })
    let session = try #require(received.first?.cue.session)
    #expect(session.hasPrefix("couch5k-") && session.hasSuffix("-\(program.process)"))
    #expect(received.allSatisfy { $0.cue.session == session })
    #expect(daemon.cancelled.isEmpty)
  }

  @Test func `What is sent ahead is as far apart as it is in the workout`() async throws {
    let directory = TemporaryDirectory()
    let daemon = try FakeDaemon(at: directory.file("socket"))
    let program = Program([couch5kProgram, "run", "--speed", "900", "--socket", daemon.path], .pipe)
    #expect(await program.end() == 0)
    let ahead = daemon.received.filter { $0.cue.at != nil && !$0.isFollowed }
    let last = try #require(ahead.last)
    #expect(last.cue.id == "complete")
    for received in ahead {
      let event = try #require(Self.schedule.first { $0.id.description == received.cue.id })
      let before = try #require(last.cue.at) - (try #require(received.cue.at))
      // Each was worked out from two readings of the clocks.
      #expect(abs(before * 900 / .seconds(1) - (.seconds(1_800) - event.due) / .seconds(1)) < 1)
    }
  }

  @Test func `Output that cannot be written is a failure`() async {
    let program = Program(["/bin/sh", "-c", "'\(couch5kProgram)' plan > /dev/full"], .pipe)
    #expect(await program.end() == 1)
    #expect(program.output == "couch5k: standard output: No space left on device\n")
  }

  @Test func `A cue expires when its interval ends, by the wall clock, whether it is sent now or ahead`() async throws {
    let directory = TemporaryDirectory()
    let daemon = try FakeDaemon(at: directory.file("socket"))
    let before = WallTime.now
    let program = Program([couch5kProgram, "run", "--start-at", "5:00", "--socket", daemon.path], .pipe)
    await daemon.receives("transition-2")
    #expect(daemon.ids == ["transition-1", "warning-1", "transition-2"])
    let first = try #require(daemon.received.first)
    let expires = try #require(first.cue.expires)
    #expect(expires >= before + .seconds(60))
    #expect(expires <= first.wall + .seconds(60))
    #expect(first.cue.at == nil)
    let second = try #require(daemon.received.last)
    let at = try #require(second.cue.at)
    #expect(at >= before + .seconds(60))
    #expect(at <= first.wall + .seconds(60))
    #expect(second.cue.expires == at + .seconds(90))
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
