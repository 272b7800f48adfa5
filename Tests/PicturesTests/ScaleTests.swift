import Testing

@testable import Pictures

@Suite struct ScaleTests {
  @Test(arguments: [
    ([20, 5], Quantity.minutes, true, ["0 min", "5 min", "10 min", "15 min", "20 min"]),
    ([20, 5], .minutes, false, ["5 min", "10 min", "15 min", "20 min"]),
    ([0.5], .minutes, true, ["0 min", "1 min"]),
    ([0], .minutes, true, ["0 min", "1 min"]),
    ([30], .minutes, true, ["0 min", "10 min", "20 min", "30 min"]),
    ([4.2, 3], .kilometres, true, ["0 km", "1 km", "2 km", "3 km", "4 km", "5 km"]),
    ([0.45], .kilometres, true, ["0 km", "0.1 km", "0.2 km", "0.3 km", "0.4 km", "0.5 km"]),
    ([390, 415], .pace, false, ["7:00", "6:50", "6:40", "6:30"]),
    ([420], .pace, false, ["7:10", "7:00"]),
    ([1_000], .kilometres, true, ["0 km", "200 km", "400 km", "600 km", "800 km", "1000 km"]),
  ])
  func `Marks are round numbers around all values, of a pace the fastest above`(
    values: [Double], quantity: Quantity, startsAtZero: Bool, marks: [String]
  ) {
    #expect(Scale(values, of: quantity, startsAtZero: startsAtZero).marks == marks)
  }

  @Test func `Every value has a place, whatever it is`() {
    for exponent in -3...8 {
      for quantity in [Quantity.minutes, .kilometres, .pace] {
        for factor in [1, 1.7, 9.99] {
          var value = factor
          for _ in 0..<abs(exponent) { value *= exponent < 0 ? 0.1 : 10 }
          let scale = Scale([value, value * 1.3], of: quantity, startsAtZero: quantity != .pace)
          #expect(scale.steps <= Scale.mostSteps)
          #expect((0...1).contains(scale.height(of: value)) && (0...1).contains(scale.height(of: value * 1.3)))
        }
      }
    }
  }

  @Test func `Less is higher only of a pace`() {
    let minutes = Scale([5, 20], of: .minutes, startsAtZero: true)
    #expect(minutes.height(of: 5) == 0.25 && minutes.height(of: 20) == 1)
    let pace = Scale([390, 420], of: .pace, startsAtZero: false)
    #expect(pace.height(of: 390) == 1 && pace.height(of: 420) == 0)
  }

  @Test func `Numbers have as many digits as they are given`() {
    #expect(FixedPoint(4.196, digits: 2).description == "4.20")
    #expect(FixedPoint(0.05, digits: 2).description == "0.05")
    #expect(FixedPoint(12.5, digits: 0).description == "13")
  }
}
