import Cue
import Testing

@testable import CueQueue

/// How much is known of cues that have ended, where somebody sends very many.
@Suite struct KnownCuesTests {
  @Test func `Rule 2: of fifty thousand identities in all, the session with the most forgets its oldest`() {
    var known = KnownCues()
    func identity(_ id: Int, _ session: Int) -> CueIdentity { CueIdentity("\(id)", in: .session("\(session)")) }
    let played = KnownCues.Ended(content: 0, state: .played)
    for session in 0..<8 {
      let count = session == 0 ? 30 : 10_000
      for id in 0..<count { known.remember(played, as: identity(id, session), at: BootTime(.seconds(1))) }
    }
    #expect(known.count <= 50_000)
    #expect((0..<30).allSatisfy { known[identity($0, 0)] != nil })
    #expect((1..<8).allSatisfy { known[identity(9_999, $0)] != nil && known[identity(0, $0)] == nil })
  }

  @Test func `Rule 2: of a thousand and one sessions that is forgotten first of which nothing was heard`() {
    var known = KnownCues()
    func remember(_ session: String, _ state: CueState, mayReturn: Bool = false, after seconds: Int) {
      let ended = KnownCues.Ended(content: 0, state: state, mayReturn: mayReturn)
      let now = BootTime(.seconds(seconds))
      known.remember(ended, as: CueIdentity("a", in: .session(session)), at: now)
      known.forgetOldSessions(at: now, sparing: [])
    }
    remember("heard", .played, after: 0)
    for index in 1...1_000 { remember("expired \(index)", .expired, after: index) }
    for index in 1...1_000 { remember("taken back \(index)", .cancelled, mayReturn: true, after: 1_000 + index) }
    #expect(known.count == 1_000)
    #expect(known[CueIdentity("a", in: .session("heard"))] != nil)
    #expect(known[CueIdentity("a", in: .session("taken back 1000"))] != nil)
  }
}
