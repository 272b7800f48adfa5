import Glibc
import SoundLab
import Testing

@testable import DeliveryLab

/// What is judged to be wrong.
@Suite struct DeliveryTests {
  /// The numbers 0 to 2, heard one after another, and a kill in the second one's first hearing.
  private static let good = Delivery(
    answered: [0, 1, 2], unanswered: [3], kills: [100_000],
    hearings: [
      Hearing(number: 0, range: 10_000..<60_000, isWhole: true),
      Hearing(number: 1, range: 70_000..<100_500, isWhole: false),
      Hearing(number: 1, range: 150_000..<200_000, isWhole: true),
      Hearing(number: 2, range: 210_000..<260_000, isWhole: true),
    ])

  @Test func `Nothing is wrong where each is heard whole, once and in order, but for what a kill has cut off`() {
    #expect(Self.good.faults == [])
    #expect(Self.good.whole == 3)
    #expect(Self.good.cut == 1)
    #expect(Self.good.again == 0)
  }

  @Test(arguments: [
    (2, "1 was not heard whole"), (3, "2 was not heard whole"), (0, "0 was not heard whole"),
  ])
  func `One that was accepted must be heard`(missing: Int, fault: String) {
    var delivery = Self.good
    delivery.hearings.remove(at: missing)
    #expect(delivery.faults == [fault])
  }

  @Test func `One that was not answered may be heard, and then whole`() {
    var delivery = Self.good
    delivery.hearings.append(Hearing(number: 3, range: 270_000..<280_000, isWhole: false))
    delivery.kills.append(280_000)
    #expect(delivery.faults == ["3 was not heard whole"])
    delivery.hearings.append(Hearing(number: 3, range: 300_000..<320_000, isWhole: true))
    #expect(delivery.faults == [])
  }

  @Test func `One that is heard after a later one is told`() {
    var delivery = Self.good
    delivery.hearings.swapAt(0, 3)
    #expect(delivery.faults.contains { $0.hasSuffix("was heard after 2 at 4.375 s") })
  }

  @Test func `One that is not whole without a kill is told`() {
    var delivery = Self.good
    delivery.kills = []
    #expect(delivery.faults == ["1 at 1.458 s is not whole"])
    delivery = Self.good
    delivery.hearings.append(Hearing(number: nil, range: 300_000..<310_000, isWhole: false))
    #expect(delivery.faults == ["a sound at 6.250 s is not whole"])
  }

  @Test(arguments: [(kill: 62_000, isWrong: false), (kill: 62_500, isWrong: true), (kill: 5_000, isWrong: true)])
  func `One that had ended more than 50 ms before the kill must not be heard again`(kill: Int, isWrong: Bool) {
    var delivery = Self.good
    delivery.kills.append(kill)
    delivery.hearings.insert(Hearing(number: 0, range: 63_000..<69_000, isWhole: true), at: 1)
    #expect(delivery.faults.isEmpty != isWrong, "\(delivery.faults)")
  }
}

/// Telling sounds apart.
@Suite struct EarTests {
  /// Three sounds of half a second, of three notes each.
  private static let sounds: [[Int16]] = [[400.0, 900, 1_700], [700, 1_300, 500], [1_100, 600, 2_300]].map { notes in
    notes.flatMap { pitch in (0..<8_000).map { Int16(8_000 * sin(2 * .pi * pitch * Double($0) / 48_000)) } }
  }
  private static let silence = [Int16](repeating: 0, count: 10_000)

  private func hear(_ parts: [[Int16]], cutAt kills: [Int] = []) -> [Hearing] {
    let samples = parts.flatMap(\.self)
    return Ear(Recording(frames: samples.flatMap { [$0, $0] }), expecting: Self.sounds, cutAt: kills).hearings()
  }

  @Test func `Each is found where it begins, and as far as it goes`() {
    let hearings = hear(
      [
        Self.silence, Self.sounds[1], Self.silence, Array(Self.sounds[0].prefix(12_000)), Array(Self.silence[..<2_000]),
        Self.sounds[0], Self.silence, Self.sounds[2],
      ], cutAt: [56_000])
    #expect(hearings.map(\.number) == [1, 0, 0, 2])
    #expect(hearings.map(\.isWhole) == [true, false, true, true])
    #expect(hearings.map { $0.range.lowerBound / 100 } == [100, 440, 580, 920])
  }

  @Test func `One that a kill has cut off though it began after it is not taken for the beginning of the next`() {
    let hearings = hear(
      [Self.silence, Array(Self.sounds[0].prefix(700)), Array(Self.silence[..<2_300]), Self.sounds[0]], cutAt: [9_900])
    #expect(hearings.map(\.number) == [nil, 0])
    #expect(hearings.last?.isWhole == true)
  }

  @Test func `One of which some is missing in the middle is none of them, and neither is one that nobody expects`() {
    var damaged = Self.sounds[0]
    damaged.replaceSubrange(12_000..<14_400, with: [Int16](repeating: 0, count: 2_400))
    let unexpected = Array(Self.sounds[0].reversed())
    #expect(hear([damaged, Self.silence, unexpected]).map(\.number) == [nil, nil])
  }
}
