import Ducking
import EventLoop

/// Carries out on one connection what ``VolumeDucking`` decides, and gives back what a run before this one could not.
@EventLoop
final class VolumeDucker {
  /// Told when the journal cannot be read, and once when it cannot be written.
  var onTrouble: @EventLoop (PlaybackError) -> Void = { _ in }

  /// Why the journal cannot be written: a crash would now leave quiet what is low.
  private(set) var trouble: PlaybackError?

  /// Once that is known.
  var isOnPipeWire = false

  /// How long what was given back is watched when we leave.
  private static let farewell: Duration = .milliseconds(100)

  private let connection: PulseConnection
  private let file: VolumeJournalFile
  private var machine: VolumeDucking
  private var request = DuckingRequest()
  private var steps: Timer?
  private var settling: Timer?
  private var nextStep: Int64 = 0
  private var cure: MemoryCure?
  /// Whose memory is to be cured after that.
  private var uncured: [VolumeJournal.Entry] = []
  private var nextCure: Timer?
  private var untilCure = Backoff()
  /// How many cures have failed one after another. After so many the rest is left to the next cue, or the next run.
  private var failures = 0
  private static let mostFailures = 10
  private var whenBack: (@EventLoop () -> Void)?
  private let hasInherited: Bool

  init(on connection: PulseConnection, file: VolumeJournalFile, depth: DuckingDepth) {
    self.connection = connection
    self.file = file
    var inherited: VolumeJournal?
    var unread: PlaybackError?
    do {
      inherited = try file.read()
    } catch {
      unread = error
    }
    hasInherited = inherited != nil
    machine = VolumeDucking(depth: depth, inherited: inherited ?? VolumeJournal())
    steps = Timer(.boot) { [weak self] in self?.step() }
    settling = Timer(.boot) { [weak self] in self.map { $0.carryOut($0.machine.settled()) } }
    nextCure = Timer(.boot) { [weak self] in self?.cureNext() }
    if let unread { EventLoop.enqueue { [weak self] in self?.onTrouble(unread) } }
  }

  /// For the next time that other sound goes down.
  func use(_ depth: DuckingDepth) { machine.use(depth) }

  var isLow: Bool { machine.isLow }

  var unchangeableCount: Int { machine.unchangeableCount }

  /// Gives back what a run before this one had lowered, if there is any.
  ///
  /// - Parameter done: called when nothing is left to remember, where we leave then.
  func restore(thenLeave done: (@EventLoop () -> Void)? = nil) {
    guard hasInherited else {
      done?()
      return
    }
    whenBack = done
    connection.watch(streams: true)
    connection.sinkInputs { [weak self] streams in
      guard let self else { return }
      carryOut(machine.restore(among: streams))
    }
  }

  /// Other sound goes down, beginning now or, where it is held back, with ``letGo()``: until then only what there is
  /// gets known.
  func duck(heldBack: Bool) {
    guard whenBack == nil else { return }
    if !request.isMade {
      if failures >= Self.mostFailures { nextCure?.arm(after: untilCure.delay()) }
      connection.watch(streams: true)
    }
    carryOut(request.make(heldBack: heldBack))
  }

  /// What was held back goes down now.
  func letGo() { carryOut(request.letGo()) }

  private func carryOut(_ actions: [DuckingRequest.Action]) {
    for action in actions {
      switch action {
      case .ask:
        connection.sinkInputs { [weak self] streams in
          guard let self else { return }
          carryOut(request.told(streams))
        }
      case .lower(let streams): lower(streams)
      }
    }
  }

  private func lower(_ streams: [SinkInput]) {
    settling?.disarm()
    carryOut(machine.duck(streams))
    startSteps()
  }

  /// Other sound comes back, beginning now.
  func release() {
    request.withdraw()
    carryOut(machine.release())
    startSteps()
    if !machine.isActive { connection.watch(streams: false) }
  }

  /// Gives everything back at once, and calls back when nothing is left to remember. Where somebody logs out, players
  /// leave in the same moment as we do.
  func giveBack(_ done: @escaping @EventLoop () -> Void) {
    request.withdraw()
    guard machine.isActive else { return done() }
    whenBack = done
    carryOut(machine.giveBack())
  }

  func sinkInputChanged(_ index: UInt32) {
    carryOut(request.outdate())
    guard machine.isActive else { return }
    connection.sinkInput(index) { [weak self] stream in
      guard let self, let stream else { return }
      carryOut(machine.changed(stream))
    }
  }

  func sinkInputGone(_ index: UInt32) {
    carryOut(request.outdate())
    carryOut(machine.vanished(index))
  }
}

// MARK: - Carrying out

extension VolumeDucker {
  private func carryOut(_ actions: [VolumeDucking.Action]) {
    for action in actions {
      switch action {
      case .journal(let journal): write(journal)
      case .set(let index, let volume): connection.setVolume(ofStream: index, volume)
      case .cure(let entry):
        uncured.append(entry)
        if failures == 0 { cureNext() }
      case .settle: settle()
      case .done: finish()
      }
    }
  }

  private func settle() {
    settling?.arm(after: whenBack == nil ? VolumeDucking.settling : Self.farewell)
  }

  private func finish() {
    file.remove()
    // The next cue may have begun, and the server be telling what there is.
    connection.watch(streams: request.isMade)
    whenBack?()
    whenBack = nil
  }

  private func startSteps() {
    guard machine.isMoving else { return }
    nextStep = Timer.Clock.boot.now
    armStep()
  }

  private func step() {
    carryOut(machine.step())
    if machine.isMoving { armStep() }
  }

  private func armStep() {
    nextStep += VolumeDucking.stepInterval(isPipeWire: isOnPipeWire).microseconds
    steps?.arm(at: nextStep)
  }

  private func write(_ journal: VolumeJournal) {
    do {
      try file.write(journal)
      trouble = nil
    } catch {
      if trouble == nil { onTrouble(error) }
      trouble = error
    }
  }

  /// One after another: of two at once for the same memory, each would make the server remember what it began with.
  private func cureNext() {
    guard cure == nil, !uncured.isEmpty else { return }
    let entry = uncured.removeFirst()
    cure = MemoryCure(entry, on: connection)
    cure?.start { [weak self] isRight in
      guard let self else { return }
      cure = nil
      guard isRight else { return cureLater(entry) }
      untilCure.reset()
      failures = 0
      carryOut(machine.cured(entry))
      cureNext()
    }
  }

  /// Until then it stays in the journal.
  private func cureLater(_ entry: VolumeJournal.Entry) {
    uncured.append(entry)
    failures += 1
    if failures < Self.mostFailures { nextCure?.arm(after: untilCure.delay()) }
  }
}
