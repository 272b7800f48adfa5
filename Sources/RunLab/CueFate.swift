import Cue

/// What became of a cue, as the daemon told those who watch it, and as its journal has it.
public struct CueFate: Sendable {
  public struct Step: Sendable {
    public var state: CueState
    public var reason: String?
    public var moment: BootTime

    public init(_ state: CueState, reason: String? = nil, at moment: BootTime) {
      (self.state, self.reason, self.moment) = (state, reason, moment)
    }
  }

  /// What is said; where nothing is, nil.
  public var text: String?
  /// What was told, in its order.
  public var steps: [Step] = []
  /// The last state by the journal: what was told while nobody listened.
  public var journaled: CueState?

  public init(text: String? = nil, steps: [Step] = [], journaled: CueState? = nil) {
    (self.text, self.steps, self.journaled) = (text, steps, journaled)
  }

  public var last: CueState? { journaled ?? steps.last?.state }

  /// When it was known to have come to that state, the last time that it did.
  func moment(of state: CueState) -> BootTime? { steps.last { $0.state == state }?.moment }

  /// How often it was heard to its end.
  var timesPlayed: Int { max(steps.count { $0.state == .played }, journaled == .played ? 1 : 0) }

  /// When it was heard, or at least begun.
  var soundings: [ClosedRange<BootTime>] {
    steps.indices.filter { steps[$0].state == .playing }.map { index in
      let end = index + 1 < steps.count ? steps[index + 1].moment : steps[index].moment + .seconds(6)
      return steps[index].moment...max(end, steps[index].moment)
    }
  }
}
