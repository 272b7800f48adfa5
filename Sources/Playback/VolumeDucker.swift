import Ducking
import EventLoop

/// Carries out on one connection what ``VolumeDucking`` decides, and gives back what a run before this one could not.
@EventLoop
final class VolumeDucker {
  /// Told when the journal cannot be read or written: a crash would then cost the volumes.
  var onTrouble: @EventLoop (PlaybackError) -> Void = { _ in }

  private let connection: PulseConnection
  private let file: VolumeJournalFile
  private var machine: VolumeDucking
  /// Whether other sound is to be low; the server may still be telling what there is.
  private var isWanted = false
  private var steps: Timer?
  private var settling: Timer?
  private var nextStep: Int64 = 0
  private var cures: [MemoryCure] = []
  private var whenBack: (@EventLoop () -> Void)?
  private let inherited: VolumeJournal

  init(on connection: PulseConnection, file: VolumeJournalFile, depth: DuckingDepth) {
    self.connection = connection
    self.file = file
    var inherited: VolumeJournal?
    var trouble: PlaybackError?
    do {
      inherited = try file.read()
    } catch {
      trouble = error
    }
    self.inherited = inherited ?? VolumeJournal()
    machine = VolumeDucking(depth: depth, inherited: self.inherited)
    steps = Timer(.boot) { [weak self] in self?.step() }
    settling = Timer(.boot) { [weak self] in self.map { $0.carryOut($0.machine.settled()) } }
    if let trouble {
      EventLoop.enqueue { [weak self] in self?.onTrouble(trouble) }
      file.remove()
    }
  }

  var unchangeableCount: Int { machine.unchangeableCount }

  /// Gives back what a run before this one had lowered, if there is any.
  func restore(_ done: @escaping @EventLoop () -> Void = {}) {
    guard !inherited.entries.isEmpty else { return done() }
    connection.sinkInputs { [weak self] streams in
      guard let self else { return }
      let restoration = inherited.restoration(among: streams)
      for (index, volume) in restoration.streams.sorted(by: { $0.key < $1.key }) {
        connection.setVolume(ofStream: index, volume)
      }
      var open = restoration.memories.count + 1
      let finish: @EventLoop () -> Void = { [self] in
        open -= 1
        guard open == 0 else { return }
        if !machine.isActive { file.remove() }
        done()
      }
      for entry in restoration.memories { cure(entry, finish) }
      finish()
    }
  }

  /// Other sound goes down, beginning now.
  func duck() {
    guard !isWanted else { return }
    isWanted = true
    connection.watch(streams: true)
    connection.sinkInputs { [weak self] streams in
      guard let self, isWanted else { return }
      settling?.disarm()
      carryOut(machine.duck(streams))
      startSteps()
    }
  }

  /// Other sound comes back, beginning now.
  func release() {
    isWanted = false
    carryOut(machine.release())
    startSteps()
    if !machine.isActive { connection.watch(streams: false) }
  }

  /// Everything is given back at once.
  func giveBack(_ done: @escaping @EventLoop () -> Void) {
    isWanted = false
    guard machine.isActive else { return done() }
    whenBack = done
    carryOut(machine.giveBack())
  }

  func sinkInputChanged(_ index: UInt32) {
    guard machine.isActive else { return }
    connection.sinkInput(index) { [weak self] stream in
      guard let self, let stream else { return }
      carryOut(machine.changed(stream))
    }
  }

  func sinkInputGone(_ index: UInt32) { carryOut(machine.vanished(index)) }
}

// MARK: - Carrying out

extension VolumeDucker {
  private func carryOut(_ actions: [VolumeDucking.Action]) {
    for action in actions {
      switch action {
      case .journal(let journal): write(journal)
      case .set(let index, let volume): connection.setVolume(ofStream: index, volume)
      case .cure(let entry): cure(entry) { [weak self] in self.map { $0.carryOut($0.machine.cured(entry)) } }
      case .settle: settle()
      case .done:
        file.remove()
        connection.watch(streams: false)
      }
    }
  }

  private func settle() {
    guard let whenBack else {
      settling?.arm(after: VolumeDucking.settling)
      return
    }
    // Nobody will watch: the server's answer to a question tells that it has done what was asked before.
    connection.sinkInputs { [weak self] _ in
      self?.carryOut(self?.machine.settled() ?? [])
      whenBack()
    }
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
    nextStep += VolumeDucking.stepInterval.components.attoseconds / 1_000_000_000_000
    steps?.arm(at: nextStep)
  }

  private func write(_ journal: VolumeJournal) {
    do {
      try file.write(journal)
    } catch {
      onTrouble(error)
    }
  }

  private func cure(_ entry: VolumeJournal.Entry, _ done: @escaping @EventLoop () -> Void) {
    let cure = MemoryCure(entry, on: connection)
    cures.append(cure)
    cure.start { [weak self] in
      self?.cures.removeAll { $0 === cure }
      done()
    }
  }
}
