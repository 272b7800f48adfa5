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
  /// PulseAudio loses up to 2 ms when a corked stream starts: they are silence, then.
  private static let lostAtStart = Frames(.milliseconds(3))

  /// Time to begin with, whatever the output needs.
  private static let leastLead: Duration = .milliseconds(200)

  /// Volumes that we change ourselves are back after this time.
  private static let wayBack: Duration = .milliseconds(40)

  /// PipeWire does not tell when a fade was heard: after the first of these times it was.
  private static let fadeOnPipeWire: Duration = .milliseconds(25)
  /// What is taken back from PipeWire earlier than this after a fade may take the fade with it; in microseconds.
  private static let settlingOnPipeWire: Int64 = 73_000

  private let link: SoundServerLink
  private let handler: @EventLoop (Change) -> Void
  private var sounding = Sounding.resting
  /// Whether the stream is uncorked.
  private var isOpen = false
  private var feeder: Timer?
  /// Until others are to make room for a sound that has a moment of its own.
  private var duckTimer: Timer?
  /// While others wait to make room until the server plays the stream.
  private var onset: Onset?
  /// While a whole sound is with the server.
  private var endWatch: EndWatch?
  private let delay = Delay()
  /// What to do instead of telling that a sound has ended.
  private var whenSilent: (@EventLoop () -> Void)?
  /// Until when the stream is to be left as it is, by the boot clock in microseconds: a fade is in it.
  private var settled: Int64 = 0
  /// What was asked for last.
  private var options: PlaybackOptions
  /// What the link has: other options are taken before a sound, and not in one.
  private var taken: PlaybackOptions
  /// Counts sounds, so that an answer that comes late is not taken for another sound's.
  private var generation = 0

  /// - Parameter journalDirectory: where the volumes of others are journaled while they are lowered.
  public init(
    _ options: PlaybackOptions = PlaybackOptions(), journalDirectory: String,
    handler: @escaping @EventLoop (Change) -> Void
  ) {
    self.handler = handler
    (self.options, taken) = (options, options)
    link = SoundServerLink(options, journalDirectory: journalDirectory)
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
    self.options = options
    if case .resting = sounding { take(options) }
  }

  private func take(_ options: PlaybackOptions) {
    guard options != taken else { return }
    taken = options
    link.use(options)
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
    outdate()
    switch sounding {
    case .resting:
      sounding = .playing(PartialSound(first.samples))
      beginFromRest(at: due)
    case .between where options != taken:
      // Others are low in the way that was; the next sound has them low in another.
      sounding = .playing(PartialSound(first.samples))
      link.release()
      after(max(untilBoot(settled), link.changesVolumes ? Self.wayBack : .zero)) { [options] in
        $0.beginAnew(with: options, at: due)
      }
    case .between:
      sounding = .playing(PartialSound(first.samples))
      if let aim = aim(at: due, gap: Frames.betweenCues.duration) { return wait(for: aim) }
      let wait = untilBoot(settled)
      guard wait > .zero else { return start(after: .betweenCues) }
      link.duck()
      after(wait) { $0.start(after: .betweenCues) }
    case .playing, .stopping:
      preconditionFailure("a sound was begun before the one before it had ended")
    }
  }

  /// Begins as from rest, with other options.
  private func beginAnew(with options: PlaybackOptions, at due: Int64?) {
    guard !link.isLow else { return after(Self.wayBack) { $0.beginAnew(with: options, at: due) } }
    if let stream = link.stream { close(stream) }
    take(options)
    beginFromRest(at: due)
  }

  private func beginFromRest(at due: Int64?) {
    link.whenReady { [weak self, generation] in
      guard let self, self.generation == generation else { return }
      link.silenceToWake { [weak self] silence in
        guard let self, self.generation == generation else { return }
        if let aim = aim(at: due, silenceToWake: silence) { return wait(for: aim) }
        start(after: max(Frames(silence), link.isPipeWire ? .zero : Self.lostAtStart))
      }
    }
  }

  private func wait(for aim: Aim) { after(untilBoot(aim.begins)) { $0.runUp(to: aim) } }

  /// How long before it is due a sound should be begun.
  public var lead: Duration { Self.leastLead + link.longestSilenceToWake }

  /// Gives the server what has come of the sound.
  private func start(after silence: Frames) {
    guard case .playing(var current) = sounding, let stream = link.stream else { return }
    current.delay(by: silence)
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

  private func aim(at due: Int64?, silenceToWake: Duration = .zero, gap: Duration = .zero) -> Aim? {
    let now = Timer.Clock.boot.now
    return due.flatMap {
      Aim(at: $0, now: now, silenceToWake: silenceToWake, gap: gap, isPipeWire: link.isPipeWire)
    }
  }

  private func runUp(to aim: Aim) {
    guard case .playing(var current) = sounding, let stream = link.stream else { return }
    guard !aim.isMissed(at: Timer.Clock.boot.now) else { return giveUp(.missed) }
    let silence = Frames(aim.runUp)
    current.delay(by: silence)
    current.written = silence.count
    open(stream)
    stream.write(current.samples[..<current.written])
    stream.trigger()
    sounding = .playing(current)
    // Not before: nobody would give back what is low for a sound that was missed.
    duckTimer?.arm(at: aim.ducks)
    after(aim.settling) { $0.follow(aim, stream) }
  }

  /// Gives the server the sound behind the run-up.
  private func follow(_ aim: Aim, _ stream: PulseStream) {
    stream.timing { [weak self, generation] timing in
      guard let self, self.generation == generation, case .playing(var current) = sounding else { return }
      let now = Timer.Clock.boot.now
      guard !aim.isMissed(at: now) else { return giveUp(.missed) }
      current.delay(by: aim.silence(given: timing, now: now))
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
    let end = current.due
    if end > current.written {
      stream.write(current.samples[current.written..<end])
      // A part that came too late found the stream waiting.
      stream.trigger()
    }
    current.written = end
    sounding = .playing(current)
    if end < current.samples.count {
      feeder?.arm(after: PartialSound.heldByServer.duration / 3)
    } else if current.isWhole {
      watchEnd(of: stream)
    }
  }

  /// Fades the sound out, within a few milliseconds and without a click.
  public func stop() {
    guard case .playing(var current) = sounding, let stream = link.stream else { return }
    outdate()
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
    outdate()
    sounding = .resting
    close(stream)
    take(options)
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
    endWatch = EndWatch(of: stream, isPipeWire: link.isPipeWire) { [weak self] outcome in
      switch outcome {
      case .heard: self?.end()
      case .unheard(let reason): self?.end(inaudible: reason)
      case .unknown(let reason): self?.fail(reason)
      }
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
    outdate()
    sounding = state
    if case .resting = state { take(options) }
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

  private func after(_ time: Duration, _ body: @escaping @EventLoop (Player) -> Void) {
    delay.wait(time) { [weak self] in self.map(body) }
  }

  /// What was waited for until now is not waited for any more.
  private func outdate() {
    generation += 1
    endWatch = nil
    delay.cancel()
    duckTimer?.disarm()
  }

  private func linkChanged(_ change: SoundServerLink.Change) {
    switch change {
    case .up: handler(.available)
    case .trouble(let error): handler(.trouble(error))
    case .down(let error):
      outdate()
      onset = nil
      isOpen = false
      sounding = .resting
      take(options)
      handler(.unavailable(error))
      whenSilent?()
      whenSilent = nil
    }
  }
}
