import Cue
import EventLoop
import FoundationEssentials
import Glibc
import SoundLab

/// One workout, run by couch5k beside a daemon, and what happens to it.
@EventLoop
struct RunTrial {
  private let workout: SpecifiedWorkout
  private let plan: NineWeeks
  private var course: Course
  private var couch5k: Couch5kProcess
  private var session = ""
  private var jumped = 0
  private var pauses = 0
  private var disturbances: [String] = []
  private var faults: [String] = []

  /// Begins the workout that is next.
  static func begin(_ workout: SpecifiedWorkout, _ plan: NineWeeks, terminal: Bool) async throws -> RunTrial {
    let before = now()
    let words = ["run", "--speed", "\(plan.options.speed)", "--socket", plan.socket]
    let couch5k = try Couch5kProcess(words, environment: plan.environment, terminal: terminal, jumped: 0)
    try await waitUntil("the start") { plan.log.lastStart(after: before) != nil || couch5k.status != nil }
    guard let start = plan.log.lastStart(after: before) else {
      throw Couch5kEnded(lines: couch5k.lines.map(String.init), errors: couch5k.errorText)
    }
    let course = Course(speed: plan.options.speed, start: start.moment)
    return RunTrial(workout: workout, plan: plan, course: course, couch5k: couch5k, session: start.session)
  }

  private init(workout: SpecifiedWorkout, plan: NineWeeks, course: Course, couch5k: Couch5kProcess, session: String) {
    (self.workout, self.plan, self.course, self.couch5k, self.session) = (workout, plan, course, couch5k, session)
  }

  private nonisolated static func now() -> BootTime { BootTime(.microseconds(Timer.Clock.boot.now)) }

  private var now: BootTime { Self.now() }

  var hasEnded: Bool { couch5k.status != nil }

  var hasTerminal: Bool { couch5k.hasTerminal }

  /// Waits until it is over and all is heard, and judges it.
  mutating func report() async throws -> RunReport {
    let (course, workout, couch5k) = (course, workout, couch5k)
    let rest = max(0, Double(workout.seconds) - course.elapsed(at: now)) / course.speed
    try await waitUntil("the end of the workout", within: .seconds(rest + 60)) { couch5k.status != nil }
    if couch5k.status != .success, couch5k.hasUnfinishedRun {
      faults.append("couch5k ended: \(couch5k.status!) \(couch5k.errorText)")
    }
    checkLines()
    let (plan, session) = (plan, session)
    try await waitUntil("the daemon to be silent") { plan.log.isQuiet(session) }
    // Its journal knows before those who watch it are told.
    await pause(for: .milliseconds(300))
    var report = RunReport(workout, course, plan.log.fates(of: session, events: workout.events))
    report.disturbances = disturbances
    report.faults = faults + report.faults
    return report
  }

  /// What it printed of events is what the specification says, to the letter.
  private mutating func checkLines() {
    guard !couch5k.hasTerminal else { return }
    let known = Set(workout.events.map(\.line))
    for line in couch5k.lines where line.prefix(2).allSatisfy(\.isNumber) && line.dropFirst(2).hasPrefix(":") {
      let isPause = line.contains("  paused-") || line.contains("  resumed-")
      if !isPause, !known.contains(String(line)) { faults.append("it printed \(line)") }
    }
  }
}

// MARK: - Disturbances

extension RunTrial {
  /// - Parameter terminal: whether the couch5k that may go on after it has one.
  mutating func suffer(_ disturbance: Disturbance, terminal: Bool) async throws {
    disturbances.append(disturbance.name)
    switch disturbance {
    case .kill(let gap): try await replace(by: SIGKILL, after: gap, terminal: terminal)
    case .end(let gap):
      course.leavings.append(now)
      try await replace(by: SIGTERM, after: gap, terminal: terminal)
    case .jump(let seconds):
      try await replace(by: SIGKILL, after: .milliseconds(200), terminal: terminal, jumping: seconds)
    case .freeze(let length):
      let begin = now
      couch5k.signal(SIGSTOP)
      await pause(for: length)
      couch5k.signal(SIGCONT)
      course.absences.append(.init(from: course.elapsed(at: begin), to: course.elapsed(at: now)))
    case .pause(let length):
      guard await pauseRun() else { return }
      await pause(for: length)
      couch5k.press(" ")
      course.resume(at: now)
    case .pauseAndKill(let gap):
      guard await pauseRun() else { return }
      try await replace(by: SIGKILL, after: gap, terminal: terminal)
    case .killDaemon(let gap): try await replaceDaemon(by: SIGKILL, after: gap)
    case .endDaemon(let gap): try await replaceDaemon(by: SIGTERM, after: gap)
    case .freezeDaemon(let length):
      guard let daemon = await plan.log.daemon(socket: plan.socket) else { return }
      let begin = now
      Glibc.kill(daemon, SIGSTOP)
      await pause(for: length)
      Glibc.kill(daemon, SIGCONT)
      course.outages.append(begin...now)
    }
  }

  /// - Returns: false: it was over before.
  private mutating func pauseRun() async -> Bool {
    couch5k.press(" ")
    let moment = now
    pauses += 1
    let (plan, session, id, couch5k) = (plan, session, "paused-\(pauses)", couch5k)
    try? await waitUntil("the pause", within: .seconds(10)) {
      plan.log.knows(id, of: session) || couch5k.status != nil
    }
    guard plan.log.knows(id, of: session), couch5k.status == nil else { return false }
    course.pause(at: moment)
    return true
  }

  /// Ends couch5k by a signal, and lets another one go on.
  private mutating func replace(
    by signal: Int32, after gap: Duration, terminal: Bool, jumping seconds: Int = 0
  ) async throws {
    let from = course.elapsed(at: now)
    couch5k.signal(signal)
    await couch5k.wait()
    checkLines()
    // It may have come to its end before, and only have waited for its last cue.
    guard couch5k.hasUnfinishedRun else { return }
    await pause(for: gap)
    jumped += seconds
    if seconds > 0 { course.jump(at: now, by: .seconds(seconds)) }
    couch5k = try Couch5kProcess(
      ["resume", "--socket", plan.socket], environment: plan.environment, terminal: terminal, jumped: jumped)
    if course.pauseStart != nil { try await resumeRun() }
    // As long as it takes until it knows of the run.
    await pause(for: .milliseconds(300))
    course.absences.append(.init(from: from, to: course.elapsed(at: now)))
  }

  /// One that finds the run paused goes on by itself where nobody could press a key.
  private mutating func resumeRun() async throws {
    if couch5k.hasTerminal {
      await pause(for: .milliseconds(500))
      couch5k.press(" ")
    }
    let (plan, session, id, couch5k) = (plan, session, "resumed-\(pauses)", couch5k)
    try await waitUntil("the run to go on") { plan.log.knows(id, of: session) || couch5k.status != nil }
    course.resume(at: plan.log.firstMoment(of: id, in: session) ?? now)
  }

  private mutating func replaceDaemon(by signal: Int32, after gap: Duration) async throws {
    guard let daemon = await plan.log.daemon(socket: plan.socket) else { return }
    let begin = now
    Glibc.kill(daemon, signal)
    await pause(for: gap)
    try await plan.startDaemon()
    course.outages.append(begin...now)
  }
}
