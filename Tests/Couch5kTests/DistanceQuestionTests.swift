import Testing

@testable import couch5k

@Suite struct DistanceQuestionTests {
  @Test(arguments: [
    ("4200", DistanceQuestion.Answer.metres(4_200)), (" 4 200.5\t", .metres(4_200.5)), ("0", .metres(0)), ("", .leave),
    ("  ", .leave), ("-1", .unclear), ("far", .unclear), ("4.2 km", .unclear), ("nan", .unclear),
    ("1000001", .unclear),
  ])
  func `A line is a distance, leaves it open, or is unclear`(line: String, answer: DistanceQuestion.Answer) {
    #expect(DistanceQuestion.answer(line) == answer)
  }
}
