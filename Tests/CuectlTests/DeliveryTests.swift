import Cue
import CueInterface
import Testing

@testable import cuectl

@Suite struct DeliveryTests {
  private static let now = WallTime(microseconds: 1_000_000_000_000_000)

  @Test func `A cue is sent as the command line tells it, and expires from now on`() {
    let delivery = Delivery(
      content: .event(.halfway), id: "a", session: "s", voice: "en-gb", expires: .milliseconds(250))
    #expect(
      delivery.cue(.halfway, at: Self.now)
        == WireCue(
          id: "a", session: "s", event: .halfway, voice: "en-gb",
          expires: WallTime(microseconds: 1_000_000_000_250_000)))
  }

  @Test func `Where nothing is said the daemon decides`() {
    let cue = Delivery(content: .event(.halfway)).cue(.halfway, at: Self.now)
    #expect(cue == WireCue(id: cue.id, event: .halfway))
  }

  @Test func `A cue for later expires from its time on`() {
    let start = Self.now + .seconds(60)
    let delivery = Delivery(
      content: .event(.halfway), id: "a", at: .after(.seconds(60)), expires: .seconds(5))
    let cue = delivery.cue(.halfway, at: Self.now, start: start)
    #expect(cue == WireCue(id: "a", event: .halfway, at: start, expires: start + .seconds(5)))
    #expect(Delivery(content: .event(.halfway), at: .after(.zero)).cue(.halfway, at: Self.now).session != nil)
  }

  @Test func `A cue that is followed has a session, so that the next daemon knows it, unless it has a name`() {
    let cue = Delivery(content: .event(.halfway), waits: true).cue(.halfway, at: Self.now)
    #expect(cue.session?.hasPrefix("cuectl-") == true)
    #expect(Delivery(content: .event(.halfway), id: "a", waits: true).cue(.halfway, at: Self.now).session == nil)
    let named = Delivery(content: .event(.halfway), session: "s", waits: true).cue(.halfway, at: Self.now)
    #expect(named.session == "s")
  }

  @Test func `Ids that are made up are told by their beginning, and are not the same`() {
    let delivery = Delivery(content: .event(.halfway))
    let ids = (0..<100).map { _ in delivery.cue(.halfway, at: Self.now).id }
    #expect(ids.allSatisfy { $0.hasPrefix("cuectl-") && $0.count > "cuectl-".count })
    #expect(Set(ids).count == 100)
  }
}
