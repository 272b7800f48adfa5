import CueInterface
import Settings
import Testing

@testable import couch5k

@Suite struct CueControlsTests {
  private func controls(chimes: Bool = true, volume: Int = 100) -> CueControls {
    var controls = CueControls()
    controls.take([.chimes(chimes), .volume(volume)])
    return controls
  }

  @Test func `What is not known is not changed`() {
    var controls = CueControls()
    #expect(controls.toggleChimes() == nil)
    #expect(controls.stepVolume(up: true) == nil)
    #expect(controls.setVolume(to: 50) == nil)
  }

  @Test func `Chimes are muted and heard again`() {
    var controls = controls()
    #expect(controls.toggleChimes() == .init(name: "chimes", value: .flag(false)))
    #expect(controls.chimes == false)
    #expect(controls.toggleChimes() == .init(name: "chimes", value: .flag(true)))
  }

  @Test(
    arguments: [
      (100, true, 110), (100, false, 90), (95, true, 100), (95, false, 90), (101, false, 100), (5, false, 0),
      (0, false, nil), (0, true, 10), (150, true, nil), (145, true, 150),
    ] as [(Int, Bool, Int?)])
  func `The volume goes to the next multiple of ten, within its range`(volume: Int, up: Bool, wanted: Int?) {
    var controls = controls(volume: volume)
    #expect(controls.stepVolume(up: up) == wanted.map { .init(name: "volume", value: .number($0)) })
    #expect(controls.volume == wanted ?? volume)
  }

  @Test func `What the daemon tells while it has changes to answer is older than they are`() {
    var controls = controls()
    _ = controls.stepVolume(up: true)
    _ = controls.stepVolume(up: true)
    controls.take([.volume(110)])
    controls.answered([.volume(110)])
    #expect(controls.volume == 120)
    controls.answered([.volume(120)])
    controls.take([.volume(70)])
    #expect(controls.volume == 70)
  }

  @Test func `What the daemon refuses stays as it was`() {
    var controls = controls()
    _ = controls.toggleChimes()
    controls.answered([])
    #expect(controls.chimes == true)
  }
}

extension SettingsInterface.Row {
  static func chimes(_ isOn: Bool) -> Self { Self(.chimes, value: .flag(isOn), source: .file) }
  static func volume(_ percent: Int) -> Self { Self(.volume, value: .number(percent), source: .file) }
}
