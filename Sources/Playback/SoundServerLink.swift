import Ducking
import EventLoop
import Glibc

/// Keeps a connection with a stream on it to whatever sound server there is: chooses how to duck, and comes back
/// when the server does.
@EventLoop
final class SoundServerLink {
  enum Change {
    /// There is a stream to play with; told again when the output or the way of ducking has changed.
    case up
    case down(PlaybackError)
    /// Something went wrong that does not keep cues from being heard.
    case trouble(PlaybackError)
  }

  private enum Phase {
    /// Not begun, or waiting before the next attempt.
    case away(PlaybackError)
    case connecting(PulseConnection)
    /// Asking the server what it is and has.
    case choosing(PulseConnection)
    case opening(PulseConnection, PulseStream)
    case up(PulseConnection, PulseStream)
    case closed
  }

  var handler: @EventLoop (Change) -> Void = { _ in }
  /// How long the server may take to get everything back when we leave. Players may be leaving as well, and each must
  /// be remembered right.
  private static let farewell: Duration = .seconds(2)

  private let journal: VolumeJournalFile
  private let lock: VolumeJournalLock
  private var options: PlaybackOptions
  private var phase = Phase.away(PlaybackError(attempt: "reach the sound server", message: "not tried yet"))
  private var facts: ServerFacts?
  private var choice: DuckingChoice?
  /// Whether the sink that our stream plays on is a Bluetooth one.
  private var isOnBluetooth = false
  /// Our module in the server, where there is one.
  private var module: UInt32?
  private var ducker: VolumeDucker?
  private var backoff = Backoff()
  private var retry: Timer?
  /// While the server is away.
  private var serverReturn: ServerReturn?
  /// When the server was last looked for.
  private var lastAttempt: ContinuousClock.Instant?
  /// Whether the server has changed since it was asked what it is.
  private var hasServerChanged = false
  /// Whether it is being asked, and what follows from that is being done.
  private var isChoosing = false
  /// To be called once that is over.
  private var waiting: [@EventLoop () -> Void] = []
  /// Whether our stream is where it is because the person has chosen an output.
  private var isPlaced = false
  /// Whether what was told last is that nothing can be played.
  private var saidDown = false

  /// - Parameter journalDirectory: where the volumes are journaled while they are lowered.
  init(_ options: PlaybackOptions, journalDirectory: String) {
    self.options = options
    journal = VolumeJournalFile(directory: journalDirectory)
    lock = VolumeJournalLock(directory: journalDirectory)
    retry = Timer(.boot) { [unowned self] in connect() }
  }

  /// The stream, once it can be played with.
  var stream: PulseStream? {
    if case .up(_, let stream) = phase { stream } else { nil }
  }

  var isPipeWire: Bool { facts?.isPipeWire ?? false }

  var status: PlaybackStatus {
    switch phase {
    case .away(let error): PlaybackStatus(reason: error.description)
    case .up(_, let stream):
      PlaybackStatus(
        server: facts?.name, output: stream.sinkName, missingOutput: missingOutput,
        ducking: choice?.strategy ?? .off, reason: choice?.reason ?? "",
        unchangeable: ducker?.unchangeableCount ?? 0, unjournaled: ducker?.trouble)
    case .connecting, .choosing, .opening: PlaybackStatus(reason: "connecting to the sound server")
    case .closed: PlaybackStatus(reason: "shutting down")
    }
  }

  /// Whether it is we who change the volumes of other sound, step by step.
  var changesVolumes: Bool { choice?.strategy == .volume }

  /// Other sound goes down, where that is not the server's doing.
  ///
  /// - Parameter heldBack: whether only with ``letGo()``.
  func duck(heldBack: Bool = false) {
    if changesVolumes { ducker?.duck(heldBack: heldBack) }
  }

  func letGo() { ducker?.letGo() }

  /// Whether we have other sound low still, or on its way back.
  var isLow: Bool { ducker?.isLow ?? false }

  /// Other sound comes back.
  func release() { ducker?.release() }

  /// Asks how much silence a sound that begins now needs before it: some outputs swallow the first moments of a sound
  /// when they have rested. Where none do, the answer comes at once.
  func silenceToWake(_ handler: @escaping @EventLoop (Duration) -> Void) {
    let wake = longestSilenceToWake
    guard wake > .zero, case .up(let connection, let stream) = phase else { return handler(.zero) }
    connection.sinkState(stream.sink) { handler($0?.isRunning == true ? .zero : wake) }
  }

  var longestSilenceToWake: Duration {
    options.wake ?? (isOnBluetooth ? PlaybackOptions.wakeOfBluetooth : .zero)
  }

  /// - Parameter isNews: whether there is something to be told even if the sink is like the one before.
  private func learnSink(isNews: Bool) {
    guard case .up(let connection, let stream) = phase else { return }
    connection.sinkState(stream.sink) { [weak self] state in
      guard let self, case .up(let current, _) = phase, current === connection else { return }
      let isBluetooth = state?.isBluetooth ?? false
      guard isNews || isBluetooth != isOnBluetooth else { return }
      isOnBluetooth = isBluetooth
      handler(.up)
    }
  }

  /// Asks how loud our stream and its output are set. The answer comes only if the server gives one.
  func levels(_ handler: @escaping @EventLoop (OutputLevels) -> Void) {
    guard case .up(let connection, let stream) = phase else { return }
    connection.levels(ofStream: stream.index, onSink: stream.sink, handler)
  }
}

// MARK: - Coming and going

extension SoundServerLink {
  func connect() {
    guard case .away = phase else { return }
    retry?.disarm()
    lastAttempt = .now
    let connection = PulseConnection { [weak self] change in self?.connectionChanged(change) }
    phase = .connecting(connection)
    connection.connect()
  }

  /// Looks for a server that is away at once, or as soon as a moment has passed since it was looked for: who sends many
  /// cues must not keep the loop busy with it.
  func hurry() {
    guard case .away = phase else { return }
    let rest = lastAttempt.map { Backoff.first - (ContinuousClock.now - $0) } ?? .zero
    if rest > .zero { retry?.arm(after: rest) } else { connect() }
  }

  /// Unloads what we loaded and disconnects. A server that does not answer is not waited for long.
  func shutDown(_ done: @escaping @EventLoop () -> Void) {
    let connection = self.connection
    var isDone = false
    let finish: @EventLoop () -> Void = { [self] in
      guard !isDone else { return }
      isDone = true
      phase = .closed
      retry?.cancel()
      connection?.close()
      done()
    }
    guard let connection else { return finish() }
    retry?.cancel()
    retry = Timer(.boot, handler: finish)
    retry?.arm(after: Self.farewell)
    giveBack { [self] in
      // One that is being loaded is there only then.
      whenSettled { [self] in
        guard let module else { return finish() }
        connection.unloadModule(module) { _ in finish() }
      }
    }
  }

  private func giveBack(_ done: @escaping @EventLoop () -> Void) {
    guard let ducker else { return done() }
    ducker.giveBack(done)
  }

  private var connection: PulseConnection? {
    switch phase {
    case .away, .closed: nil
    case .connecting(let connection), .choosing(let connection): connection
    case .opening(let connection, _), .up(let connection, _): connection
    }
  }

  private func connectionChanged(_ change: PulseConnection.Change) {
    switch change {
    case .ready:
      guard case .connecting(let connection) = phase else { return }
      phase = .choosing(connection)
      connection.watchesSinks = options.output != nil
      connection.watch(streams: false)
      startDucker(on: connection)
      choose(on: connection)
    case .sinkInputChanged(let index): ducker?.sinkInputChanged(index)
    case .sinkInputGone(let index): ducker?.sinkInputGone(index)
    case .serverChanged:
      hasServerChanged = true
      chooseAgain()
    case .ended(let error): goDown(error)
    }
  }

  /// A server that makes its socket is looked for at once, and in short intervals while it does not answer yet.
  private func awaitReturn() {
    guard serverReturn == nil, let path = ServerSocket.path({ getenv($0).map { String(cString: $0) } }) else { return }
    serverReturn = ServerReturn(path) { [weak self] in
      guard let self else { return }
      backoff.reset()
      hurry()
    }
  }

  /// While another process changes volumes, we do not.
  private func startDucker(on connection: PulseConnection) {
    guard lock.acquire() else { return }
    let ducker = VolumeDucker(on: connection, file: journal, depth: options.depth)
    ducker.onTrouble = { [weak self] error in self?.handler(.trouble(error)) }
    ducker.restore()
    self.ducker = ducker
  }

  private func goDown(_ error: PlaybackError) {
    switch phase {
    case .closed, .away: return
    case .connecting, .choosing: break
    case .opening(let connection, let stream), .up(let connection, let stream):
      ducker = nil
      stream.close()
      connection.close()
    }
    phase = .away(error)
    (facts, choice, module, ducker) = (nil, nil, nil, nil)
    (isChoosing, isPlaced, waiting) = (false, false, [])
    retry?.arm(after: backoff.delay())
    awaitReturn()
    guard !saidDown else { return }
    saidDown = true
    handler(.down(error))
  }
}

// MARK: - Choosing

extension SoundServerLink {
  /// Where the server has changed meanwhile.
  private func chooseAgain() {
    guard hasServerChanged, case .up(let connection, _) = phase else { return }
    choose(on: connection)
  }

  private func choose(on connection: PulseConnection) {
    hasServerChanged = true
    guard !isChoosing else { return }
    (isChoosing, hasServerChanged) = (true, false)
    connection.facts { [weak self] told in
      guard let self, self.connection === connection else { return }
      var facts = told
      facts.hasOtherDucker = ducker == nil
      self.facts = facts
      ducker?.isOnPipeWire = facts.isPipeWire
      let choice = DuckingChoice.choose(
        for: facts, depth: options.depth, wish: options.strategy, role: options.role)
      if let index = facts.superfluousModule(beside: choice) { connection.unloadModule(index) { _ in } }
      switch choice.module {
      case .leave: settle(choice, module: nil)
      case .adopt(let index): settle(choice, module: index)
      case .load(let arguments): load(arguments, for: choice, on: connection)
      case .replace(let index, let arguments):
        connection.unloadModule(index) { [weak self] _ in self?.load(arguments, for: choice, on: connection) }
      }
    }
  }

  private func load(_ arguments: String, for choice: DuckingChoice, on connection: PulseConnection) {
    guard self.connection === connection else { return }
    connection.loadModule(DuckingChoice.moduleName, arguments) { [weak self] index in
      guard let self, self.connection === connection else { return }
      var refused = index == nil ? facts.map { DuckingChoice.afterRefusal(by: $0, wish: self.options.strategy) } : nil
      if let role = options.role { refused?.streamRole = role }
      settle(refused ?? choice, module: index)
    }
  }

  /// Takes a choice: opens the stream, or gives it another role, and moves it where it is to be.
  private func settle(_ choice: DuckingChoice, module: UInt32?) {
    let before = self.choice
    self.choice = choice
    self.module = module
    switch phase {
    case .choosing(let connection):
      openStream(on: connection, role: choice.streamRole)
      settled()
    case .up(let connection, let stream):
      if before?.streamRole != choice.streamRole { stream.setRole(choice.streamRole) }
      if before?.strategy != choice.strategy || before?.reason != choice.reason { handler(.up) }
      place(stream, on: connection)
    case .away, .connecting, .opening, .closed: settled()
    }
  }

  /// What was chosen is so; where the server has changed meanwhile, it is asked once more.
  private func settled() {
    isChoosing = false
    chooseAgain()
    guard !isChoosing else { return }
    let bodies = waiting
    waiting = []
    for body in bodies { body() }
  }

  /// Takes other options: to be called between two sounds.
  func use(_ options: PlaybackOptions) {
    self.options = options
    ducker?.use(options.depth)
    guard let connection else { return }
    connection.watchesSinks = options.output != nil
    hasServerChanged = true
    chooseAgain()
  }

  /// Calls back once other sound can make room as it is set to, at once where it can. Not called where the server goes
  /// away before.
  func whenReady(_ body: @escaping @EventLoop () -> Void) {
    if ducker == nil, case .up(let connection, _) = phase {
      startDucker(on: connection)
      if ducker != nil { choose(on: connection) }
    }
    whenSettled(body)
  }

  /// Calls back once all options are in force that were taken.
  private func whenSettled(_ body: @escaping @EventLoop () -> Void) {
    if isChoosing { waiting.append(body) } else { body() }
  }

  private func openStream(on connection: PulseConnection, role: String) {
    let stream = PulseStream(on: connection, role: role) { [weak self] change in self?.streamChanged(change) }
    phase = .opening(connection, stream)
    stream.open(isPipeWire ? .sounding : .idle)
  }

  private func streamChanged(_ change: PulseStream.Change) {
    switch change {
    case .ready:
      guard case .opening(let connection, let stream) = phase else { return }
      phase = .up(connection, stream)
      backoff.reset()
      serverReturn?.cancel()
      serverReturn = nil
      saidDown = false
      learnSink(isNews: true)
      isChoosing = true
      place(stream, on: connection)
    case .moved: learnSink(isNews: true)
    case .ended(let error): goDown(error)
    }
  }
}

// MARK: - Output

extension SoundServerLink {
  private var missingOutput: String? {
    guard let output = options.output, let facts else { return nil }
    return facts.sinks.contains(output) ? nil : output
  }

  /// Moves the stream to the sink that the person has chosen; or, where they have chosen another one before, to the
  /// server's default. Where they have chosen none, it is the server's to say.
  private func place(_ stream: PulseStream, on connection: PulseConnection) {
    let chosen = missingOutput == nil ? options.output : nil
    let wasPlaced = isPlaced
    isPlaced = chosen != nil
    guard chosen != nil || wasPlaced, chosen != stream.sinkName else { return settled() }
    connection.move(stream.index, to: chosen ?? PulseConnection.defaultSink) { [weak self] _ in
      guard let self, self.connection === connection else { return }
      settled()
    }
  }
}
