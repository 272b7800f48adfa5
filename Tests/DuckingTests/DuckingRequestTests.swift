import Testing

@testable import Ducking

@Suite struct DuckingRequestTests {
  static let music = SinkInput(index: 7, volume: StreamVolume([65_536]))
  static let others = SinkInput(index: 8, volume: StreamVolume([65_536]))

  @Test func `What plays is asked for before it goes down`() {
    var request = DuckingRequest()
    #expect(!request.isMade)
    #expect(request.make(heldBack: false) == [.ask])
    #expect(request.isMade)
    #expect(request.told([Self.music]) == [.lower([Self.music])])
  }

  @Test func `What is held back goes down once it is let go, as it was told before`() {
    var request = DuckingRequest()
    #expect(request.make(heldBack: true) == [.ask])
    #expect(request.told([Self.music]) == [])
    #expect(request.letGo() == [.lower([Self.music])])
  }

  @Test func `What is let go before it was told goes down when it is told`() {
    var request = DuckingRequest()
    #expect(request.make(heldBack: true) == [.ask])
    #expect(request.letGo() == [])
    #expect(request.told([Self.music]) == [.lower([Self.music])])
  }

  @Test func `What changes while it is held back is asked for again`() {
    var request = DuckingRequest()
    _ = request.make(heldBack: true)
    #expect(request.outdate() == [])
    _ = request.told([Self.music])
    #expect(request.outdate() == [.ask])
    #expect(request.outdate() == [])
    #expect(request.told([Self.music, Self.others]) == [])
    #expect(request.letGo() == [.lower([Self.music, Self.others])])
    #expect(request.outdate() == [])
  }

  @Test func `Another request not held back lets go, and one held back changes nothing`() {
    var request = DuckingRequest()
    _ = request.make(heldBack: true)
    #expect(request.make(heldBack: true) == [])
    _ = request.told([Self.music])
    #expect(request.make(heldBack: true) == [])
    #expect(request.make(heldBack: false) == [.lower([Self.music])])
    #expect(request.make(heldBack: false) == [])
    #expect(request.letGo() == [])
  }

  @Test func `Nothing goes down after it was withdrawn`() {
    var request = DuckingRequest()
    _ = request.make(heldBack: false)
    request.withdraw()
    #expect(!request.isMade)
    #expect(request.told([Self.music]) == [])

    _ = request.make(heldBack: true)
    _ = request.told([Self.music])
    request.withdraw()
    #expect(request.letGo() == [])
    #expect(request.make(heldBack: false) == [.ask])
  }
}
