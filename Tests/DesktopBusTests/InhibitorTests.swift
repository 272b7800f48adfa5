import Testing

@testable import DesktopBus

@Suite struct InhibitorTests {
  @Test func `It is taken when it is wanted, and released when it is not any more`() {
    var inhibitor = Inhibitor<Int>()
    #expect(inhibitor.want(true) == .take)
    #expect(inhibitor.answered(7) == nil)
    #expect(inhibitor.want(true) == nil)
    #expect(inhibitor.want(false) == .release(7))
    #expect(inhibitor.want(true) == .take)
  }

  @Test func `What is not wanted any more when it comes is released at once`() {
    var inhibitor = Inhibitor<Int>()
    #expect(inhibitor.want(true) == .take)
    #expect(inhibitor.want(false) == nil)
    #expect(inhibitor.answered(7) == .release(7))
    #expect(inhibitor.want(true) == .take)
  }

  @Test func `It is asked for once, however often it is wanted until the answer`() {
    var inhibitor = Inhibitor<Int>()
    #expect(inhibitor.want(true) == .take)
    #expect(inhibitor.want(false) == nil)
    #expect(inhibitor.want(true) == nil)
    #expect(inhibitor.answered(7) == nil)
    #expect(inhibitor.want(false) == .release(7))
  }

  @Test func `Where it is refused it is asked for again when it is wanted anew`() {
    var inhibitor = Inhibitor<Int>()
    #expect(inhibitor.want(true) == .take)
    #expect(inhibitor.answered(nil) == nil)
    #expect(inhibitor.want(true) == nil)
    #expect(inhibitor.want(false) == nil)
    #expect(inhibitor.want(true) == .take)
  }
}
