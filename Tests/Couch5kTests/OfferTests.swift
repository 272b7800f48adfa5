import Cue
import History
import Testing
import Workout

@testable import couch5k

@Suite struct OfferTests {
  private static let ninth = Mark(isDone: true, made: WallTime(microseconds: 0))
  private static let all = Offer(RunHistory(marks: [WorkoutID.allCases[26]: ninth]))
  private static let fresh = Offer(RunHistory())

  @Test func `Who has run nothing is offered the first workout`() {
    let head = "Next is week 1, run 1: 8 × (60 s run, 90 s walk) [30:00]"
    #expect(
      Self.fresh.text == """
        \(head)

          couch5k run                   begins it
          couch5k run --week W --day D  begins another one

        "couch5k --help" tells what else there is.
        """)
    #expect(Self.fresh.question.hasPrefix(head + "\nEnter begins it."))
  }

  @Test func `After the last one any is offered`() {
    #expect(
      Self.all.text == """
        All 27 runs are done.

          couch5k run --week W --day D  begins one

        "couch5k --help" tells what else there is.
        """)
    #expect(Self.all.question.hasPrefix("All 27 runs are done.\nTo run one again,"))
  }

  @Test(arguments: ["2 1", "week 2, run 1", "w2d1", " 2.1 ", "Week 2 Day 1"])
  func `Another workout is named by its week and its day`(line: String) {
    #expect(Self.fresh.answer(line) == .run(WorkoutID.allCases[3]))
    #expect(Self.all.answer(line) == .run(WorkoutID.allCases[3]))
  }

  @Test func `Enter takes what is offered, or leaves where nothing is`() {
    #expect(Self.fresh.answer("") == .run(.first) && Self.fresh.answer("Yes") == .run(.first))
    #expect(Self.all.answer("") == .leave)
    #expect(Self.fresh.answer(" Q ") == .leave && Self.fresh.answer("no") == .leave)
  }

  @Test(arguments: ["2", "10 1", "1 4", "0 0", "1 2 3", "what?", "99999999999999999999 1"])
  func `What is no answer is none`(line: String) { #expect(Self.fresh.answer(line) == .unclear) }
}
