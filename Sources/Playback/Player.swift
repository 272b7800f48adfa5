import Ducking
import EventLoop
import Sound

/// Plays one sound after another over the person's music, through one connection and one stream.
///
/// A sound comes in parts: ``begin(_:)``, ``append(_:)`` as they are made, ``finish()``. The player says when the last
/// sample was heard; then either the next sound begins or ``rest()`` gives the music back. Between the two the stream
/// goes on in silence, so that the music stays down.
@EventLoop
public final class Player {
  /// What happened, for who drives the player.
  public enum Change: Sendable {
    /// Sounds can be played; or the output, or the way in which other sound is ducked, has changed.
    case available
    /// Nothing can be played until ``available`` comes. What was playing is lost, without an ``ended``.
    case unavailable(PlaybackError)
    /// The sound that was begun has ended.
    case ended(Ending)
    /// Something went wrong that does not keep sounds from being heard.
    case trouble(PlaybackError)
  }

  public enum Ending: Equatable, Sendable {
    /// Its last sample was heard; the reason says why by nobody, if so.
    case played(inaudible: String?)
    /// ``Player/stop()`` ended it.
    case stopped
    /// Its time was long over before it could be heard, as after the machine was suspended.
    case missed
    /// The server does not tell what became of it; why, as a clause for the person.
    case failed(String)
  }

  /// PulseAudio loses up to 2 ms when a corked stream starts: they are silence, then.
  private static let lostAtStart = Frames(.milliseconds(3))

  /// The silence with which the stream starts where a sound is to be heard at a given moment. The role of the stream
  /// ducks from then on.
  private static let runUp: Duration = .milliseconds(15)
  /// Nothing is ducked by it there, and to know when something will be heard takes longer.
  private static let runUpOnPipeWire: Duration = .milliseconds(120)
  private static let settlingOfTimingOnPipeWire: Duration = .milliseconds(60)
  /// After this time PulseAudio has made room for the stream in what it had rendered ahead, and tells where it is.
  private static let settlingOfTiming: Duration = .milliseconds(6)
  /// What is so much later than its time is not heard as if it were on time.
  private static let longestDelay: Duration = .seconds(1)
  /// Time to begin with, whatever the output needs.
  private static let leastLead: Duration = .milliseconds(200)

  /// A server takes 4 MiB, 43 s, and drops the rest; and libpulse waits 30 s for the answer to a drain.
  private nonisolated static let heldByServer = Frames(.seconds(20))

  /// Volumes that we change ourselves are back after this time.
  private static let wayBack: Duration = .milliseconds(40)

  /// An output that takes nothing for so long is suspended.
  private static let longestStall: Duration = .seconds(2)

  /// PipeWire does not tell when a fade was heard: after the first of these times it was.
  private static let fadeOnPipeWire: Duration = .milliseconds(25)
  /// What is taken back from PipeWire earlier than this after a fade may take the fade with it; in microseconds.
  private static let settlingOnPipeWire: Int64 = 73_000

  private enum Sounding {
    /// Corked.
    case resting
    /// Uncorked, and nothing to play.
    case between
    case playing(Current)
    case stopping(Current)
  }

  /// The sound that plays.
  private struct Current {
    /// All that has come of it.
    var samples: [Int16]
    /// How many of them the server has.
    var written = 0
    /// Whether the server is to have any yet.
    var isHeld = true
    /// Whether no more will come.
    var isWhole = false
    /// By the boot clock, in microseconds.
    let begun = Timer.Clock.boot.now
    var inaudible: String?

    init(_ samples: [Int16]) { self.samples = samples }

    /// How many samples the server may have now: what has been heard, and as much again as it surely holds.
    var writable: Int { Frames(.microseconds(Timer.Clock.boot.now - begun)).count + Player.heldByServer.count }
  }

  private let link: SoundServerLink
  private let handler: @EventLoop (Change) -> Void
  private var sounding = Sounding.resting
  /// Whether the stream is uncorked.
  private var isOpen = false
  private var timer: Timer?
  private var feeder: Timer?
  /// Until others are to make room for a sound that has a moment of its own.
  private var duckTimer: Timer?
  /// While others wait to make room until the server plays the stream.
  private var onset: Onset?
  /// What to do when the timer fires.
  private var whenDue: (@EventLoop () -> Void)?
  /// What to do instead of telling that a sound has ended.
  private var whenSilent: (@EventLoop () -> Void)?
  /// Until when the stream is to be left as it is, by the boot clock in microseconds: a fade is in it.
  private var settled: Int64 = 0
  /// What was asked for last.
  private var options: PlaybackOptions
  /// What is to be taken before the next sound.
  private var nextOptions: PlaybackOptions?
  /// What is to be taken before the sound that has been begun.
  private var optionsOfSound: PlaybackOptions?
  /// Counts sounds, so that an answer that comes late is not taken for another sound's.
  private var generation = 0

  /// - Parameter journalDirectory: where the volumes of others are journaled while they are lowered.
  public init(
    _ options: PlaybackOptions = PlaybackOptions(), journalDirectory: String,
    handler: @escaping @EventLoop (Change) -> Void
  ) {
    self.handler = handler
    self.options = options
    link = SoundServerLink(options, journalDirectory: journalDirectory)
    timer = Timer(.boot) { [unowned self] in
      let due = whenDue
      whenDue = nil
      due?()
    }
    feeder = Timer(.boot) { [unowned self] in feed() }
    duckTimer = Timer(.boot) { [unowned self] in if case .playing = sounding { link.duck() } }
    link.handler = { [unowned self] change in linkChanged(change) }
  }

  /// Looks for the sound server, and from then on never stops.
  public func start() { link.connect() }

  /// Tries again at once where it waits before the next attempt.
  public func hurry() { link.hurry() }

  public var status: PlaybackStatus { link.status }

  /// Asks how loud our stream and its output are set. The answer comes only if the server gives one.
  public func levels(_ handler: @escaping @EventLoop (OutputLevels) -> Void) { link.levels(handler) }

  /// Takes other options, from the next sound on.
  public func use(_ options: PlaybackOptions) {
    guard options != self.options else { return }
    self.options = options
    nextOptions = options
    if case .resting = sounding { takeOptions() }
  }

  private func takeOptions() {
    if let options = nextOptions ?? optionsOfSound { link.use(options) }
    (nextOptions, optionsOfSound) = (nil, nil)
  }

  /// Fades out what plays, gives everything back to the server and leaves it; calls back when that is done. A server
  /// that does not answer may keep it from that.
  public func shutDown(_ done: @escaping @EventLoop () -> Void) {
    let leave: @EventLoop () -> Void = { [self] in
      if let stream = link.stream { rest(stream) }
      link.shutDown(done)
    }
    switch sounding {
    case .playing:
      whenSilent = leave
      stop()
    case .stopping: whenSilent = leave
    case .resting, .between: leave()
    }
  }
}

// MARK: - Sounding

extension Player {
  /// Begins a sound with its first part. It is heard at once, but after ``Frames/betweenCues`` where another one has
  /// just ended, and after the silence that an output needs which has rested.
  ///
  /// - Parameter due: when its first sample is to be heard, by the boot clock in microseconds, where that is not at
  ///   once. To be exact, the player needs to know ``lead`` before.
  public func begin(_ first: PCM, at due: Int64? = nil) {
    generation += 1
    switch sounding {
    case .resting:
      sounding = .playing(Current(first.samples))
      beginFromRest(at: due)
    case .between where nextOptions != nil || optionsOfSound != nil:
      // Others are low in the way that was; the next sound has them low in another.
      sounding = .playing(Current(first.samples))
      (optionsOfSound, nextOptions) = (nextOptions ?? optionsOfSound, nil)
      link.release()
      after(max(untilBoot(settled), link.changesVolumes ? Self.wayBack : .zero)) { $0.beginAnew(at: due) }
    case .between:
      sounding = .playing(Current(first.samples))
      if let due, hold(until: due, silence: .zero, gap: Frames.betweenCues.duration) { return }
      let wait = untilBoot(settled)
      guard wait > .zero else { return start(after: .betweenCues) }
      link.duck()
      after(wait) { $0.start(after: .betweenCues) }
    case .playing, .stopping:
      preconditionFailure("a sound was begun before the one before it had ended")
    }
  }

  /// Begins as from rest, with other options.
  private func beginAnew(at due: Int64?) {
    guard !link.isLow else { return after(Self.wayBack) { $0.beginAnew(at: due) } }
    if let stream = link.stream { close(stream) }
    if let optionsOfSound { link.use(optionsOfSound) }
    optionsOfSound = nil
    beginFromRest(at: due)
  }

  private func beginFromRest(at due: Int64?) {
    link.whenSettled { [weak self, generation] in
      guard let self, self.generation == generation else { return }
      link.silenceToWake { [weak self] silence in
        guard let self, self.generation == generation else { return }
        if let due, hold(until: due, silence: silence, gap: .zero) { return }
        start(after: max(Frames(silence), link.isPipeWire ? .zero : Self.lostAtStart))
      }
    }
  }

  /// - Returns: false where there is not enough time left before it is due.
  private func hold(until due: Int64, silence: Duration, gap: Duration) -> Bool {
    let runUp = max(silence, link.isPipeWire ? Self.runUpOnPipeWire : Self.runUp)
    let wait = untilBoot(due) - runUp
    guard wait > gap else { return false }
    duckTimer?.arm(at: silence > .zero ? due - runUp.microseconds : due)
    after(wait) { $0.runUp(to: due, by: Frames(runUp)) }
    return true
  }

  /// How long before it is due a sound should be begun.
  public var lead: Duration { Self.leastLead + link.longestSilenceToWake }

  /// Gives the server what has come of the sound.
  private func start(after silence: Frames) {
    guard case .playing(var current) = sounding, let stream = link.stream else { return }
    current.samples.insert(contentsOf: PCM.silence(silence).samples, at: 0)
    current.isHeld = false
    sounding = .playing(current)
    let isNew = !isOpen
    open(stream)
    feed()
    if isNew, link.changesVolumes { duckOncePlaying(stream) } else { link.duck() }
    noteAudibility()
  }

  /// Volumes that are changed before the server plays the stream would all change at once, when it does: with a click.
  private func duckOncePlaying(_ stream: PulseStream) {
    link.duck(heldBack: true)
    let taken: @EventLoop (Timing) -> Frames = { [weak self] timing in
      guard let self, case .playing(let current) = sounding else { return .zero }
      return Frames(current.written - timing.held.count)
    }
    onset = Onset(of: stream, isPipeWire: link.isPipeWire, taken: taken) { [weak self, generation] in
      guard let self, self.generation == generation else { return }
      link.letGo()
    }
  }

  private func open(_ stream: PulseStream) {
    isOpen = true
    setTarget(.sounding, of: stream)
    stream.flush()
    stream.setCorked(false)
  }

  /// Starts the stream with silence, then asks when what follows will be heard, and gives the server the sound behind
  /// as much more silence as makes it punctual: to be woken in time is then not needed any more.
  private func runUp(to due: Int64, by silence: Frames) {
    guard case .playing(var current) = sounding, let stream = link.stream else { return }
    guard untilBoot(due) + Self.longestDelay > .zero else { return giveUp(.missed) }
    current.samples.insert(contentsOf: PCM.silence(silence).samples, at: 0)
    current.written = silence.count
    open(stream)
    stream.write(current.samples[..<current.written])
    stream.trigger()
    sounding = .playing(current)
    after(link.isPipeWire ? Self.settlingOfTimingOnPipeWire : Self.settlingOfTiming) { $0.aim(at: due, stream) }
  }

  private func aim(at due: Int64, _ stream: PulseStream) {
    stream.timing { [weak self, generation] timing in
      guard let self, self.generation == generation, case .playing(var current) = sounding else { return }
      guard untilBoot(due) + Self.longestDelay > .zero else { return giveUp(.missed) }
      let early = timing.map { untilBoot(due) - $0.untilHeard } ?? .zero
      if early > .zero {
        current.samples.insert(contentsOf: PCM.silence(Frames(early)).samples, at: current.written)
      }
      current.isHeld = false
      sounding = .playing(current)
      feed()
      noteAudibility()
    }
  }

  /// Adds to the sound that was begun.
  public func append(_ part: PCM) {
    guard case .playing(var current) = sounding else { return }
    sounding = .between  // so that the samples are not copied
    current.samples += part.samples
    sounding = .playing(current)
    feed()
  }

  /// The sound is whole: from now on its end is watched for.
  public func finish() {
    guard case .playing(var current) = sounding else { return }
    current.isWhole = true
    sounding = .playing(current)
    feed()
    // Of a stream that is new, PipeWire may have told a volume of zero.
    noteAudibility()
  }

  /// Gives the server what it can take, and watches for the end once that is all.
  private func feed() {
    guard case .playing(var current) = sounding, !current.isHeld, let stream = link.stream else { return }
    let end = min(current.samples.count, max(current.writable, current.written))
    if end > current.written {
      stream.write(current.samples[current.written..<end])
      // A part that came too late found the stream waiting.
      stream.trigger()
    }
    current.written = end
    sounding = .playing(current)
    if end < current.samples.count {
      feeder?.arm(after: Self.heldByServer.duration / 3)
    } else if current.isWhole {
      watchEnd(of: stream)
    }
  }

  /// Fades the sound out, within a few milliseconds and without a click.
  public func stop() {
    guard case .playing(var current) = sounding, let stream = link.stream else { return }
    generation += 1
    duckTimer?.disarm()
    guard current.written > 0 else { return giveUp(.stopped) }
    current.samples.removeSubrange(current.written...)
    sounding = .stopping(current)
    stream.timing { [weak self, generation] timing in
      guard let self, self.generation == generation else { return }
      guard case .stopping(let current) = sounding else { return }
      guard let timing else { return end() }
      guard let fade = Fade(of: current.samples, at: timing) else { return end() }
      stream.overwrite(fade.samples, at: fade.position)
      guard link.isPipeWire else { return after(fade.untilSilent) { $0.end() } }
      settled = Timer.Clock.boot.now + Self.settlingOnPipeWire
      after(Self.fadeOnPipeWire) { $0.end() }
    }
  }

  /// Ends a sound of which nothing was heard.
  private func giveUp(_ ending: Ending) {
    duckTimer?.disarm()
    end(ending, leaving: isOpen ? .between : .resting)
  }

  /// Nothing follows: gives the music back.
  public func rest() {
    guard case .between = sounding, let stream = link.stream else { return }
    rest(stream)
  }

  private func rest(_ stream: PulseStream) {
    link.release()
    // The server goes on as quickly as it did for the sound until the steps of the volumes are over.
    let wait = max(untilBoot(settled), link.changesVolumes ? Self.wayBack : .zero)
    if wait > .zero { after(wait) { $0.cork(stream) } } else { cork(stream) }
  }

  private func cork(_ stream: PulseStream) {
    generation += 1
    sounding = .resting
    close(stream)
    takeOptions()
  }

  private func close(_ stream: PulseStream) {
    onset = nil
    isOpen = false
    stream.setCorked(true)
    stream.flush()
    setTarget(.idle, of: stream)
  }

  /// PipeWire wakes no more often for a corked stream whatever its target is: there it is always short, and need not be
  /// changed before a sound begins.
  private func setTarget(_ target: PulseStream.Target, of stream: PulseStream) {
    if !link.isPipeWire { stream.setTarget(target) }
  }

  private func watchEnd(of stream: PulseStream) {
    if link.isPipeWire { drain(stream) } else { awaitEnd(of: stream) }
  }

  /// Asked again where the answer does not come in time, as after the machine was suspended.
  private func drain(_ stream: PulseStream) {
    stream.drain { [weak self, generation] isDrained in
      guard let self, self.generation == generation else { return }
      if isDrained { end() } else { drain(stream) }
    }
  }

  /// PulseAudio tells exactly when what it holds will have been heard.
  ///
  /// A long sound is asked after again shortly before its end: by then it may play on another output.
  ///
  /// - Parameter stall: where the server was when it was found to take nothing, and since when, by the boot clock.
  private func awaitEnd(of stream: PulseStream, stall: (read: Int64, since: Int64)? = nil) {
    stream.timing { [weak self, generation] timing in
      guard let self, self.generation == generation else { return }
      guard let timing else { return fail("the sound server does not answer") }
      let left = timing.untilHeard
      guard left > .milliseconds(500) else {
        return after(left) { $0.confirmEnd(of: stream, held: timing.held) }
      }
      let now = Timer.Clock.boot.now
      guard let stall, stall.read == timing.read else {
        return after(left - .milliseconds(300)) { $0.awaitEnd(of: stream, stall: (timing.read, now)) }
      }
      guard .microseconds(now - stall.since) < Self.longestStall else {
        return end(inaudible: "the output is suspended")
      }
      after(.milliseconds(300)) { $0.awaitEnd(of: stream, stall: stall) }
    }
  }

  /// A server that was kept from its work still holds some of the sound when it should all have been heard.
  ///
  /// - Parameter held: what it held when it was asked before. One that holds no less now does not play at all.
  private func confirmEnd(of stream: PulseStream, held: Frames) {
    stream.timing { [weak self, generation] timing in
      guard let self, self.generation == generation else { return }
      guard let timing else { return fail("the sound server does not answer") }
      guard timing.held > .zero, timing.held < held else { return end() }
      after(timing.untilHeard) { $0.confirmEnd(of: stream, held: timing.held) }
    }
  }

  private func end(inaudible: String? = nil) {
    switch sounding {
    case .playing(let current): end(.played(inaudible: inaudible ?? current.inaudible))
    case .stopping: end(.stopped)
    case .resting, .between: break
    }
  }

  private func fail(_ reason: String) {
    guard case .playing = sounding else { return end() }
    end(.failed(reason))
  }

  private func end(_ ending: Ending, leaving state: Sounding = .between) {
    generation += 1
    sounding = state
    if case .resting = state { takeOptions() }
    guard let whenSilent else { return handler(.ended(ending)) }
    self.whenSilent = nil
    whenSilent()
  }

  private func noteAudibility() {
    link.levels { [weak self, generation] levels in
      guard let self, self.generation == generation, case .playing(var current) = sounding else { return }
      let audibility = Audibility(stream: levels.stream, sink: levels.sink)
      current.inaudible = if case .silent(let reason) = audibility { reason } else { nil }
      sounding = .playing(current)
    }
  }
}

// MARK: - Waiting

extension Player {
  /// How long until the boot clock, in microseconds, says this; negative: since when.
  private func untilBoot(_ time: Int64) -> Duration { .microseconds(time - Timer.Clock.boot.now) }

  private func after(_ delay: Duration, _ body: @escaping @EventLoop (Player) -> Void) {
    let step = ifStill(body)
    whenDue = step
    timer?.arm(after: max(delay, .zero))
  }

  /// `body`, unless another sound has begun or this one was stopped by the time it is called.
  private func ifStill(_ body: @escaping @EventLoop (Player) -> Void) -> @EventLoop () -> Void {
    { [weak self, generation] in
      guard let self, self.generation == generation else { return }
      body(self)
    }
  }

  private func linkChanged(_ change: SoundServerLink.Change) {
    switch change {
    case .up: handler(.available)
    case .trouble(let error): handler(.trouble(error))
    case .down(let error):
      generation += 1
      duckTimer?.disarm()
      onset = nil
      isOpen = false
      sounding = .resting
      takeOptions()
      handler(.unavailable(error))
      whenSilent?()
      whenSilent = nil
    }
  }
}
