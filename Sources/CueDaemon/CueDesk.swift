import Cue
import CueInterface
import CueQueue
import CueRenderer
import EventLoop
import Playback
import Settings
import Sound
import Speech

/// Carries out what the queue decides: renders and plays its cues, and tells it how that went.
@EventLoop
final class CueDesk {
  /// What others may want to know.
  enum Change: Sendable {
    case cue(Cue, CueState, reason: String?)
    case output
    case trouble(PlaybackError)
    /// Something about the journal that the person should know.
    case notice(String)
  }

  var handler: @EventLoop (Change) -> Void = { _ in }
  private(set) var queue = CueQueue(hasOutput: false)
  private let journal: CueJournalFile
  private let renderer: CueRenderer
  private var player: Player!
  private var alarm: QueueAlarm!
  private var current: Current?
  /// What the queue has asked for and is not carried out yet, in order.
  private var actions: [CueQueue.Action] = []
  private var isActing = false
  /// Cues that are heard even where what they consist of is set to off.
  var previews: Set<CueIdentity> = []
  private var isLeaving = false
  /// What to do once nothing plays, and when to do it at the latest.
  private var whenIdle: (@EventLoop () -> Void)?
  private var patience: Timer?

  /// The cue that is being rendered or played.
  private struct Current {
    let cue: Cue
    /// When it is to be heard, by the boot clock in microseconds; nil: at once.
    let due: Int64?
    var rendering: Rendering?
    /// Whether the player has some of it.
    var hasBegun = false
    /// Why it is not whole.
    var failure: String?
    /// What was made of it is being taken back, and it is to be made anew.
    var isBeginningAgain = false

    var identity: CueIdentity { cue.identity }
  }

  /// A cue that is to be heard later than this can still be made anew when the settings change.
  private static let timeToBeginAgain: Duration = .milliseconds(150)

  /// - Parameters:
  ///   - settings: what holds at first.
  ///   - volumeJournal: the folder where volumes are journaled while they are lowered.
  ///   - journalFolder: where cues are journaled.
  init(renderer: CueRenderer, settings: Settings, volumeJournal: String, journalFolder: String) {
    self.renderer = renderer
    renderer.settings = settings
    journal = CueJournalFile(folder: journalFolder)
    player = Player(PlaybackOptions(settings), journalDirectory: volumeJournal) { [unowned self] in
      playerChanged($0)
    }
    alarm = QueueAlarm { [unowned self] in act(queue.advance(to: .present)) }
  }

  /// Goes on where the daemon before this one was, of which there must be none any more.
  func start() {
    journal.onNotice = { [unowned self] in handler(.notice($0)) }
    journal.contents = { [unowned self] add throws(CueJournalFile.Failure) in
      try queue.forEachJournalRecord(at: .present, add)
    }
    journal.onLateRestoration = { [unowned self] in adopt($0) }
    queue = CueQueue(restoring: journal.restore(), hasOutput: false, at: .present)
    if journal.trouble == nil { journal.rewrite() }
    tellOfThoseLeft(queue.waitingCount)
    player.start()
    renderer.onRefusedSound = { [unowned self] in handler(.notice("\($0): the built-in chime is heard")) }
    renderer.onMissingVoice = { [unowned self] missing, voice in
      handler(.notice("the voice \(missing), which is set, is not installed: \(voice) speaks"))
    }
    renderer.prepare()
    act(queue.advance(to: .present))
  }

  /// What the daemon before this one knew is found only now.
  private func adopt(_ records: [JournalRecord]) {
    let count = queue.waitingCount
    queue.adopt(records, at: .present)
    tellOfThoseLeft(queue.waitingCount - count)
    // Only once they are in the journal again.
    EventLoop.enqueue { [weak self] in self?.goOn() }
  }

  private func goOn() { act(queue.advance(to: .present)) }

  private func tellOfThoseLeft(_ count: Int) {
    if count > 0 { handler(.notice("\(count) cues are left from before")) }
  }

  /// Begins no other cue, and calls back when the one that plays has ended.
  ///
  /// - Parameter patience: after that it calls back although the cue still plays.
  func finish(within patience: Duration, _ done: @escaping @EventLoop () -> Void) {
    queue.isClosing = true
    guard current != nil else { return done() }
    whenIdle = done
    self.patience = Timer(.boot) { [weak self] in self?.callBackWhenIdle() }
    self.patience?.arm(after: patience)
  }

  private func callBackWhenIdle() {
    let done = whenIdle
    whenIdle = nil
    done?()
  }

  /// From now on another daemon may take over what waits.
  func closeJournal() {
    isLeaving = true
    journal.close()
  }

  /// Fades out what plays and leaves the sound server as it was.
  func shutDown(_ done: @escaping @EventLoop () -> Void) {
    isLeaving = true
    alarm.set(.never)
    current?.rendering?.cancel()
    player.shutDown(done)
  }

  var output: PlaybackStatus { player.status }
  /// See ``Player/levels(_:)``.
  func levels(_ handler: @escaping @EventLoop (OutputLevels) -> Void) { player.levels(handler) }
  /// See ``CueRenderer/ownSounds()``.
  func ownSounds() -> [(path: String, error: SoundFileError?)] { renderer.ownSounds() }
  var voice: String? { renderer.voice }
  /// The voice that is set, where it cannot speak.
  var missingVoice: String? { renderer.missingVoice }
  var finder: VoiceFinder { renderer.finder }
  /// See ``CueRenderer/withVoice(_:)``.
  func withVoice(_ body: @escaping @EventLoop (String) -> Void) { renderer.withVoice(body) }
  /// See ``CueRenderer/look(for:_:)``.
  func look(for voice: String, _ handler: @escaping @EventLoop (UnknownVoice?) -> Void) {
    renderer.look(for: voice, handler)
  }

  /// What a crash would now lose, and why; nil: nothing.
  var unjournaled: String? {
    let cues = journal.trouble.map {
      "\($0): a crash would now lose \(queue.present.count) cues, and forget which were heard"
    }
    let troubles = [cues, player.status.unjournaled?.description].compactMap(\.self)
    return troubles.isEmpty ? nil : troubles.joined(separator: "; ")
  }
}

// MARK: - For clients

extension CueDesk {
  /// Takes other settings, from the next cue on.
  func use(_ settings: Settings) {
    renderer.settings = settings
    player.use(PlaybackOptions(settings))
    beginAgain()
  }

  /// The cue that waits for its moment, rendered already, is rendered with the settings of now.
  private func beginAgain() {
    guard let current, let due = current.due, !current.isBeginningAgain,
      .microseconds(due - Timer.Clock.boot.now) > Self.timeToBeginAgain
    else { return }
    current.rendering?.cancel()
    guard current.hasBegun else { return begin(current.cue) }
    self.current?.isBeginningAgain = true
    player.stop()
  }

  /// - Parameter accepted: is called before anything else happens to the cue.
  func receive(
    _ cue: Cue, from connection: ConnectionID, accepted: (CueQueue.Reception) -> Void
  ) throws(CueQueue.Refusal) {
    let now = Now.present
    let overdue = queue.advance(to: now)
    if !overdue.isEmpty { act(overdue) }
    let (reception, actions) = try queue.receive(cue, from: connection, at: now)
    journal.add(queue.takeUnjournaled())
    accepted(reception)
    if !queue.hasOutput { player.hurry() }
    act(actions)
  }

  func cancel(_ identity: CueIdentity) throws(CueQueue.Refusal) -> Int {
    let actions = try queue.cancel(identity, at: .present)
    act(actions)
    return actions.isEmpty ? 0 : 1
  }

  func cancelAll(where matches: (Cue) -> Bool) -> Int {
    let (count, actions) = queue.cancelAll(at: .present, where: matches)
    act(actions)
    return count
  }

  func close(_ connection: ConnectionID) {
    queue.close(connection, at: .present)
    act([])
  }
}

// MARK: - Carrying out

extension CueDesk {
  /// Carries actions out in order, those that come of them too, and sets the alarm.
  private func act(_ more: [CueQueue.Action]) {
    guard !isLeaving else { return }
    journal.add(queue.takeUnjournaled())
    actions += more
    guard !isActing else { return }
    isActing = true
    queue.lead = player.lead
    while !actions.isEmpty { carryOut(actions.removeFirst()) }
    isActing = false
    alarm.set(queue.wakeup)
    journal.tidy(isQuiet: current == nil)
    if current == nil { callBackWhenIdle() }
  }

  private func carryOut(_ action: CueQueue.Action) {
    switch action {
    case .begin(let cue): begin(cue)
    case .stop: stop()
    case .rest: player.rest()
    case .report(let cue, let state, let reason):
      if state.isFinal { previews.remove(cue.identity) }
      handler(.cue(cue, state, reason: reason))
    }
  }

  private func begin(_ cue: Cue) {
    current = Current(
      cue: cue, due: cue.at.map { Timer.Clock.boot.now + ($0.microseconds - Timer.Clock.wall.now) })
    let isPreview = previews.contains(cue.identity)
    if !isPreview, let silence = renderer.silence(of: cue.event) { return ended(.played(note: silence)) }
    let rendering = renderer.render(cue.event, voice: cue.voice, isPreview: isPreview) { [weak self] step in
      self?.rendered(step, of: cue.identity)
    }
    current?.rendering = rendering
  }

  private func rendered(_ step: CueRenderer.Step, of identity: CueIdentity) {
    guard current?.identity == identity else { return }
    switch step {
    case .sound(let sound):
      if current?.hasBegun == true {
        player.append(sound)
      } else {
        current?.hasBegun = true
        player.begin(sound, at: current?.due)
      }
    case .end: rendered(failure: nil)
    case .failed(let reason): rendered(failure: reason)
    }
  }

  /// Nothing more comes of the current cue's sound. What there is of it is heard to its end.
  private func rendered(failure: String?) {
    guard var current else { return }
    current.rendering = nil
    current.failure = failure
    self.current = current
    if current.hasBegun {
      player.finish()
    } else {
      ended(.failed(failure ?? "it has no sound"))
    }
  }

  private func stop() {
    current?.rendering?.cancel()
    // It is stopped already, and does not begin again.
    if current?.isBeginningAgain == true {
      current?.isBeginningAgain = false
      return
    }
    if current?.hasBegun == true {
      player.stop()
    } else {
      ended(.stopped)
    }
  }

  private func ended(_ outcome: CueQueue.Outcome) {
    guard let identity = current?.identity else { return }
    current = nil
    act(queue.ended(identity, outcome, at: .present))
  }

  private func playerChanged(_ change: Player.Change) {
    switch change {
    case .available:
      act(queue.setOutput(true, at: .present))
      handler(.output)
    case .unavailable:
      current?.rendering?.cancel()
      current = nil
      act(queue.setOutput(false, at: .present))
      handler(.output)
    case .trouble(let error): handler(.trouble(error))
    case .ended(.stopped):
      if let current, current.isBeginningAgain { begin(current.cue) } else { ended(.stopped) }
    case .ended(.missed): ended(.missed)
    case .ended(.failed(let reason)): ended(.failed(reason))
    case .ended(.played(let inaudible)):
      ended(current?.failure.map { .failed($0) } ?? .played(note: inaudible))
    }
  }
}

extension PlaybackOptions {
  /// What the settings say of it.
  fileprivate init(_ settings: Settings) {
    self.init()
    depth = settings.duckDepth
    strategy = settings.ducking
    role = settings.role
    wake = settings.wake
    output = settings.output
  }
}
