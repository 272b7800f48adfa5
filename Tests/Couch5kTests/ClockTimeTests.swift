import Testing

@testable import RunScreen
@testable import couch5k

@Suite struct ClockTimeTests {
  @Test(arguments: [("00:00", 0), ("0:15", 15), ("04:45", 285), ("4:45", 285), ("59:59", 3_599), ("102:30", 6_150)])
  func `Minutes and seconds are read`(text: String, seconds: Int) {
    #expect(Duration(clock: text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", ":", "5", "4:5",
    "4:60", "4:045", "1000:00", "-1:00", "+1:00", "1:-1", "1:00:00", " 1:00", "1:0a", "١:00", ":30",
  ])
  func `Anything else is not`(text: String) {
    #expect(Duration(clock: text) == nil)
  }

  @Test(arguments: [(0, "00:00"), (59.9, "00:59"), (60, "01:00"), (599, "09:59"), (6_150, "102:30")])
  func `They are shown with two digits at least, without what is less than a second`(seconds: Double, text: String) {
    #expect(Duration.seconds(seconds).clock == text)
  }

  @Test(arguments: [(0, 0), (0.001, 1), (1, 1), (59.5, 60)])
  func `A countdown shows the second that has begun`(seconds: Double, shown: Int) {
    #expect(Duration.seconds(seconds).roundedUp == .seconds(shown))
  }
}
