import Cue
import CueInterface
import DuckingLab
import EventLoop
import Glibc
import SoundLab

/// Numbered cues, each sent once, to a daemon that is killed at random moments and started again.
///
/// Nobody sends a cue a second time: what is heard of it after a kill, the next daemon has from the journal.
@EventLoop
public struct DeliveryTrial {
  public struct Options: Sendable {
    /// How often the daemon is killed.
    public var kills: Int
    /// How long each daemon lives.
    public var life: ClosedRange<Duration> = .milliseconds(100)...(.milliseconds(2_200))
    /// Whether the next daemon finds the journal of the one before it. Where it does not, cues are lost.
    public var keepsJournal = true

    public init(kills: Int) { self.kills = kills }
  }

  private static let session = "delivery"
  private static let patience: Duration = .seconds(60)
  /// So many wait at least, while there are some to be sent.
  private static let mostWaiting = 2

  private let desktop: Desktop
  private let options: Options
  private var answered: [Int] = []
  private var unanswered: [Int] = []
  private var kills: [SuspendingClock.Instant] = []

  private init(_ desktop: Desktop, _ options: Options) {
    self.desktop = desktop
    self.options = options
  }

  /// Runs it on a private server.
  ///
  /// - Returns: what was sent and heard, and the recording.
  public static func run(
    on kind: SoundServer.Kind, _ options: Options
  ) async throws -> (delivery: Delivery, recording: Recording) {
    try await Desktop.with(kind) { desktop in
      let recorder = try await Recorder.start(on: desktop.server)
      var trial = DeliveryTrial(desktop, options)
      for _ in 0..<options.kills { try await trial.liveAndDie() }
      let last = try await trial.startCued()
      try await last.untilSilent()
      try await Task.sleep(for: .milliseconds(500))
      return try await trial.judged(try await recorder.stop())
    }
  }

  private func judged(_ recording: Recording) async throws -> (delivery: Delivery, recording: Recording) {
    let count = (answered + unanswered).max() ?? 0
    let sounds = try await renderedSamples(of: (0...count).map(Self.event))
    let (answered, unanswered) = (answered, unanswered)
    let kills = kills.map { recording.position(at: $0) }
    // On another thread than the event loop's.
    return await Task.detached {
      let hearings = Ear(recording, expecting: sounds, cutAt: kills).hearings()
      let delivery = Delivery(answered: answered, unanswered: unanswered, kills: kills, hearings: hearings)
      return (delivery, recording)
    }.value
  }

  // MARK: One daemon's life

  private mutating func liveAndDie() async throws {
    let cued = try await startCued()
    let end = SuspendingClock.now + random(in: options.life)
    let killing = Task { @EventLoop in
      try await Task.sleep(until: end, tolerance: .zero, clock: .suspending)
      let moment = SuspendingClock.now
      await cued.kill()
      return moment
    }
    while SuspendingClock.now < end, await feed(cued) { try await Task.sleep(for: .milliseconds(20)) }
    kills.append(try await killing.value)
  }

  private func startCued() async throws -> CuedProcess {
    try await desktop.startCued(
      .init(ducking: "auto"), untilReady: false, asHeir: options.keepsJournal && !kills.isEmpty)
  }

  /// Sends the next number where few wait.
  ///
  /// - Returns: false: the daemon is gone.
  private mutating func feed(_ cued: CuedProcess) async -> Bool {
    guard let waiting = try? await cued.waiting else { return false }
    guard waiting < Self.mostWaiting else { return true }
    let number = answered.count + unanswered.count
    do {
      try await cued.send(
        WireCue(
          id: "\(number)", session: Self.session, event: Self.event(number),
          expires: WallTime(microseconds: Timer.Clock.wall.now) + Self.patience))
      answered.append(number)
      return true
    } catch {
      unanswered.append(number)
      return false
    }
  }

  private func random(in range: ClosedRange<Duration>) -> Duration {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double.random(in: 0...1)
  }

  /// A number as it is said: its digits, the last first, so that those that follow one another begin unlike.
  private nonisolated static func event(_ number: Int) -> Event {
    let words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    let digits = "\(number)".reversed().compactMap(\.wholeNumberValue)
    return .say(digits.map { words[$0] }.joined(separator: " "), chime: nil)
  }
}
