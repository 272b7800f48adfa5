/// Decides when an inhibitor is taken and released that somebody else gives, who takes a while to answer.
///
/// A value without a bus: wishes and answers go in, what is to be asked for comes out. `Token` is what the inhibitor is
/// released by.
struct Inhibitor<Token: Equatable>: Equatable {
  enum Action: Equatable {
    case take
    case release(Token)
  }

  private enum State: Equatable {
    case free
    case asked
    case taken(Token)
    /// It is not given: to be asked for again when it is wanted anew.
    case refused
  }

  private var state = State.free
  private var isWanted = false

  /// It is wanted from now on, or not any more.
  mutating func want(_ isWanted: Bool) -> Action? {
    self.isWanted = isWanted
    switch (state, isWanted) {
    case (.free, true):
      state = .asked
      return .take
    case (.taken(let token), false):
      state = .free
      return .release(token)
    case (.refused, false):
      state = .free
      return nil
    case (.free, false), (.taken, true), (.refused, true), (.asked, _): return nil
    }
  }

  /// What was asked for was given, or, with nothing, refused.
  mutating func answered(_ token: Token?) -> Action? {
    precondition(state == .asked, "an answer to nothing")
    switch (token, isWanted) {
    case (let token?, true):
      state = .taken(token)
      return nil
    case (let token?, false):
      state = .free
      return .release(token)
    case (nil, let isWanted):
      state = isWanted ? .refused : .free
      return nil
    }
  }
}
