import CommandLineTool
import Cue
import CueInterface
import DesktopBus
import EventLoop
import Glibc
import History
import HistoryDatabase
import RunScreen
import Workout
import WorkoutEngine

/// `couch5k run`: a workout with its cues, or, where nothing could be heard, a file with them.
@EventLoop
final class RunCommand {
  /// The signals that it receives as events.
  nonisolated static var signals: [Int32] { EndSignals.all + (hasScreen ? TerminalDisplay.signals : []) }

  private nonisolated static var hasScreen: Bool { TerminalDisplay.standardLook != nil }

  private let options: RunOptions
  /// When the runner said so, or the drills were over: the workout's time counts from then, and not from when the daemon
  /// was found.
  private var begun = BootTime.now
  private let recovery = RecoveryFile()
  /// What is gone on with; nil where a run begins.
  private var unfinished: UnfinishedRun?
  private var endSignals: EndSignals?
  private var stage: (any RunStage)?
  private var mediaPlayer: MediaPlayerService?
  private var awake: StayingAwake?
  /// Nothing is left to go on with, though the last cue may still be heard.
  private var isOver = false
  /// What ends this program while it takes its leave.
  private var endSignal: Int32?

  /// How a run comes about.
  enum Start: Sendable {
    case anew(RunOptions)
    /// Goes on with one that was not finished.
    case resuming(UnfinishedRun, RunManner)
  }

  init(_ start: Start) {
    switch start {
    case .anew(let options): self.options = options
    case .resuming(let run, let manner):
      options = RunOptions(workout: run.workout, speed: run.speed, manner: manner)
      unfinished = run
    }
  }

  /// - Returns: the program's exit status.
  func carryOut() async -> Int32 {
    endSignals = EndSignals { EndSignals.die(of: $0) }
    do throws(CueClientError) {
      let path = if let path = options.manner.socketPath { path } else { try SocketPath.standard() }
      let client = try await CueClient.connect(to: path, starting: true, returning: true)
      if let reason = try await client.reasonForSilence() { return await writeInstead(because: reason) }
      let listener = try? await CueClient.connect(to: path, starting: false, returning: true)
      return await carryOut(with: client, listener)
    } catch {
      return await writeInstead(because: error.description)
    }
  }
}

// MARK: - With sound

extension RunCommand {
  /// - Parameter listener: another connection, for changes of settings.
  private func carryOut(with client: CueClient, _ listener: CueClient?) async -> Int32 {
    let display = makeDisplay()
    let sender = CueSender(client) { display.notice($0) }
    let settings = CueSettings(client, listener: listener) { display.notice($0) }
    let session = unfinished?.session ?? sessionName()
    endSignals = nil
    endSignals = EndSignals { [unowned self] in end(by: $0, display, sender, session) }
    guard await drillsAreOver(session, sender, settings, display) else { return ExitStatus.success }
    let run = WorkoutRun(
      pacedWorkout(), session: session, goingOnWith: unfinished, recovery: recovery, sender: sender,
      settings: settings, display: display)
    begin(run)

    let id = options.workout.id
    // Nobody could press a key elsewhere.
    let outcome = await run.untilOver(unpaused: unfinished != nil && !Self.hasScreen)
    leaveDesktop()
    let record = run.record(outcome)
    store(record, of: run, display)
    switch outcome {
    case .complete(let event):
      await sender.deliver(run.cue(for: event))
      if let endSignal { EndSignals.die(of: endSignal) }
      display.close()
      printLine("Week \(id.week), run \(id.day) is done.")
    case .endedByRunner:
      display.close()
      await sender.leave(session: session)
      printLine("Week \(id.week), run \(id.day) ended at \(run.elapsed.clock) of \(options.workout.total.clock).")
    }
    if options.manner.asksDistance { askDistance(of: record) }
    return ExitStatus.success
  }

  /// Does the drills, if there are to be some.
  ///
  /// - Returns: whether the workout is to begin.
  private func drillsAreOver(
    _ session: String, _ sender: CueSender, _ settings: CueSettings, _ display: any RunDisplay
  ) async -> Bool {
    guard options.hasDrills, unfinished == nil else { return true }
    let drills = DrillRun(speed: options.speed, session: session, sender: sender, settings: settings, display: display)
    begin(drills)
    switch await drills.untilOver() {
    case .over:
      begun = .now
      return true
    case .endedByRunner:
      leaveDesktop()
      display.close()
      await sender.leave(session: session)
      printLine("\(options.workout.id.title) was not begun.")
      return false
    }
  }

  /// Makes keys and a headset's buttons be about that from now on, and keeps the machine awake for it.
  private func begin(_ stage: some RunStage) {
    self.stage = stage
    stage.onChange = { [weak self] in self?.tellDesktop() }
    awake = awake ?? StayingAwake(because: "\(options.workout.id) is under way")
    guard options.manner.isMediaPlayer, mediaPlayer == nil else { return }
    mediaPlayer = MediaPlayerService(
      named: "couch5k", player: { [weak self] in self?.stage?.mediaPlayer ?? .idle },
      obey: { [weak self] in self?.stage?.obey($0) })
  }

  private func tellDesktop() {
    mediaPlayer?.update()
    if let stage { awake?.update(stage.mediaPlayer.status) }
  }

  /// Nothing goes on any more.
  private func leaveDesktop() {
    awake?.update(.stopped)
    mediaPlayer?.close()
  }

  private func pacedWorkout() -> PacedWorkout {
    if let unfinished, let workout = try? PacedWorkout(unfinished, at: .present, bootID: BootID.current) {
      return workout
    }
    return PacedWorkout(
      options.workout, elapsed: options.startAt, speed: options.speed, startingAt: options.speed > 1 ? .now : begun)
  }

  private func makeDisplay() -> any RunDisplay {
    guard let look = TerminalDisplay.standardLook else { return EventList() }
    return TerminalDisplay(look) { [unowned self] in stage?.press($0) }
  }

  private func end(by signal: Int32, _ display: any RunDisplay, _ sender: CueSender, _ session: String) {
    endSignals = nil
    endSignal = signal
    stage?.stop()
    display.close()
    if stage is WorkoutRun, !isOver {
      complain("couch5k", "\"couch5k resume\" goes on with this run, \"couch5k discard\" ends it")
    }
    Task {
      await sender.leave(session: session)
      EndSignals.die(of: signal)
    }
  }

  /// Puts the run, which is over, into the history. Where it is not in there, it stays where the next start finds it.
  private func store(_ record: CompletedRun, of run: WorkoutRun, _ display: any RunDisplay) {
    isOver = true
    do throws(HistoryError) {
      try StoredHistory.open().record(record)
      recovery.remove()
    } catch {
      run.keepEnd()
      display.notice("this run is not in the history: \(error); it is kept until it can be put there")
    }
  }

  /// Asks how far the run went, where somebody can be asked.
  private func askDistance(of run: CompletedRun) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      printLine(DistanceQuestion.hint)
      return
    }
    // Nothing is under way any more that a signal would have to end in an orderly way.
    endSignals = nil
    for signal in Self.signals { unblock(signal) }
    guard let metres = DistanceQuestion.ask() else { return }
    do throws(HistoryError) {
      let measured = try StoredHistory.open().update(run.id) { $0.setDistance(metres) }
      if let measured { printLine(measured.distanceLine) }
    } catch {
      complain("couch5k", "the distance is not in the history: \(error)")
    }
  }

  /// A name that no other run has: the time in UTC and the process, such as `couch5k-20260131T061500Z-4711`.
  private func sessionName() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let length = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    let date = String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "couch5k-\(date)-\(getpid())"
  }
}

// MARK: - Without

extension RunCommand {
  private func writeInstead(because reason: String) async -> Int32 {
    guard unfinished == nil else {
      complain("couch5k", "nothing can be heard here: \(reason); the run stays where \"couch5k resume\" finds it")
      return ExitStatus.failure
    }
    let path = freePath(for: options.workout.id)
    printLine("Nothing can be heard here: \(reason).")
    printLine("The cues of week \(options.workout.id.week), run \(options.workout.id.day) go to a file instead.")
    if options.hasDrills { printLine("The drills are not in it.") }
    if options.startAt > .zero || options.speed != 1 {
      printLine("It begins at 00:00 and takes its usual time: --start-at and --speed do not change a file.")
    }
    endSignals = nil
    // They were for a live display, and there is none.
    for signal in Self.signals where !EndSignals.all.contains(signal) { unblock(signal) }
    return await RenderCommand(RenderOptions(workout: options.workout, path: path)).carryOut()
  }

  /// `week-1-run-1.flac`, or where that is taken `week-1-run-1-2.flac`, and so on.
  private func freePath(for id: WorkoutID) -> String {
    let name = "week-\(id.week)-run-\(id.day)"
    var path = name + ".flac"
    var number = 2
    while isTaken(path) {
      path = "\(name)-\(number).flac"
      number += 1
    }
    return path
  }

  private func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
