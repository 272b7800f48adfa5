/// When other sound goes down, once it is asked to: what plays must be known first, and until it is let go it stays.
///
/// A value without a clock or a server: what plays, and that something about it has changed, come in as calls.
public struct DuckingRequest: Sendable {
  public enum Action: Equatable, Sendable {
    /// Ask what plays now, then say ``DuckingRequest/told(_:)``.
    case ask
    /// These streams play: lower them.
    case lower([SinkInput])
  }

  private enum State: Sendable {
    /// Other sound is, or comes, back.
    case none
    /// The server is telling what plays.
    case asked(isHeld: Bool)
    /// All is known and nothing lowered yet.
    case held([SinkInput])
    case lowered
  }

  private var state = State.none

  public init() {}

  /// Whether other sound is to be low, now or once it is let go.
  public var isMade: Bool {
    if case .none = state { false } else { true }
  }

  /// Other sound is to be low: from now on or, where it is held back, from ``letGo()`` on.
  public mutating func make(heldBack: Bool) -> [Action] {
    switch state {
    case .none:
      state = .asked(isHeld: heldBack)
      return [.ask]
    case .asked, .held, .lowered: return heldBack ? [] : letGo()
    }
  }

  /// What was held back goes down now.
  public mutating func letGo() -> [Action] {
    switch state {
    case .none, .lowered: return []
    case .asked:
      state = .asked(isHeld: false)
      return []
    case .held(let streams):
      state = .lowered
      return [.lower(streams)]
    }
  }

  /// The server has told what plays.
  public mutating func told(_ streams: [SinkInput]) -> [Action] {
    switch state {
    case .asked(isHeld: true):
      state = .held(streams)
      return []
    case .asked(isHeld: false):
      state = .lowered
      return [.lower(streams)]
    case .none, .held, .lowered: return []
    }
  }

  /// A stream has appeared, changed or gone: what is held back was told of before that.
  public mutating func outdate() -> [Action] {
    guard case .held = state else { return [] }
    state = .asked(isHeld: true)
    return [.ask]
  }

  /// Other sound is to come back.
  public mutating func withdraw() { state = .none }
}
