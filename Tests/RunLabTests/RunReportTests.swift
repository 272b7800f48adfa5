import Cue
import Testing

@testable import RunLab

/// What is judged to be wrong.
@Suite struct RunReportTests {
  private static let workout = SpecifiedWorkout.all[0]
  private static let start = BootTime(.seconds(1_000))

  private var course = Course(speed: 60, start: start)
  /// All of it heard.
  private var fates: [String: CueFate] = Dictionary(
    uniqueKeysWithValues: workout.events.map { event in
      let due = start + .milliseconds(event.due * 1_000 / 60)
      let steps = [CueFate.Step(.playing, at: due), CueFate.Step(.played, at: due + .seconds(1))]
      return (event.id, CueFate(text: event.text == "(tick)" ? nil : event.text, steps: steps, journaled: .played))
    })

  private var faults: [String] { RunReport(Self.workout, course, fates).faults }

  private func moment(_ seconds: Int) -> BootTime { course.moment(of: seconds) }

  private mutating func end(_ id: String, _ state: CueState, at seconds: Int) {
    let step = CueFate.Step(state, at: moment(seconds))
    fates[id]?.steps = [step]
    fates[id]?.journaled = state
  }

  @Test func `Nothing is wrong where all is heard`() {
    let report = RunReport(Self.workout, course, fates)
    #expect(report.faults == [])
    #expect(report.heard == Self.workout.events.count)
  }

  @Test mutating func `What was never sent is wrong, unless nothing ran that could have told of it`() {
    fates["warning-3"] = nil
    #expect(faults == ["warning-3, due at 500 s, was not heard: never sent"])
    course.absences = [.init(from: 480, to: 505)]
    #expect(faults == [])
    course.absences = [.init(from: 600, to: 900)]
    #expect(faults.count == 1)
  }

  @Test mutating func `The latest phase that fell due while nothing ran must be heard`() {
    fates["transition-3"] = nil
    course.absences = [.init(from: 430, to: 470)]
    #expect(faults == ["transition-3, due at 450 s, was not heard: never sent"])
    course.absences = [.init(from: 430, to: 520)]
    #expect(faults == [])
  }

  @Test mutating func `A cue gives way to a later phase that is due, and not before it is`() {
    end("transition-1", .superseded, at: 361)
    #expect(faults == [])
    end("transition-1", .superseded, at: 310)
    #expect(faults == ["transition-1, due at 300 s, was not heard: superseded (superseded at 310)"])
    end("complete", .superseded, at: 2_000)
    #expect(faults.contains("complete, due at 1800 s, was not heard: superseded (superseded at 2000)"))
  }

  @Test mutating func `A cue may come too late only where something else was heard`() {
    end("warning-0", .expired, at: 470)
    #expect(faults == [])
    for id in fates.keys where id != "warning-0" { fates[id]?.steps = [] }
    #expect(faults == ["warning-0, due at 290 s, was not heard: expired (expired at 470)"])
    course.outages = [moment(290)...moment(400)]
    #expect(faults == [])
  }

  @Test mutating func `A course stands still in a pause, and goes on where its clock has jumped to`() {
    course.pause(at: moment(120))
    #expect(course.elapsed(at: Self.start + .seconds(9)) == 120)
    course.resume(at: Self.start + .seconds(10))
    #expect([1, 2, 6, 10, 11].map { course.elapsed(at: Self.start + .seconds($0)) } == [60, 120, 120, 120, 180])
    course.jump(at: Self.start + .seconds(12), by: .seconds(3))
    #expect(course.elapsed(at: Self.start + .seconds(12)) == 420)
    #expect(course.elapsed(at: Self.start + .seconds(11)) == 180)
    #expect([60, 120, 180, 300, 480].map { (moment($0) - Self.start) / .seconds(1) } == [1, 2, 11, 12, 13])
  }

  @Test mutating func `What is heard twice, says something else, or does not belong there is wrong`() {
    fates["halfway-1"] = fates["warning-1"]
    let again = CueFate.Step(.played, at: moment(400))
    fates["transition-2"]?.steps.append(again)
    fates["transition-4"]?.text = "Walk for 2 minutes."
    #expect(
      faults == [
        "transition-4 says Walk for 2 minutes. and not Walk for 90 seconds.", "halfway-1 is no event of this workout",
        "transition-2 was heard 2 times",
      ])
  }
}
