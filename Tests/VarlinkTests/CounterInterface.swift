import EventLoop
import Varlink

/// A small interface with one method for each thing that a method can do.
enum Counter {
  static let name = "org.example.Counter"

  static let description = """
    # Counts, for those who test.
    interface org.example.Counter

    type Step (
      size: int,
      mood: (calm, wild),
      note: ?string   # anything
    )

    method Add(a: int, b: int) -> (sum: int)

    # With "more": one reply for each number.
    method Count(to: int) -> (number: int)
    method Walk(step: Step) -> (size: int)

    # Answered when the test says so.
    method Wait() -> ()

    # With "more": replies of this many bytes, without end.
    method Flood(bytes: int) -> (text: string)
    method Note(text: string) -> ()

    # Takes as long as one connection may keep the others waiting.
    method Spin() -> ()

    error InvalidField (field: string, reason: string)
    error Full ()

    """

  static let full = VarlinkError("\(name).Full")

  struct Add: Codable, Sendable {
    var a, b: Int

    private enum CodingKeys: CodingKey, CaseIterable { case a, b }

    init(a: Int, b: Int) {
      self.a = a
      self.b = b
    }

    init(from decoder: any Decoder) throws {
      let fields = try StrictFields<CodingKeys>(decoder)
      a = try fields.required(.a)
      b = try fields.required(.b)
    }
  }

  struct Sum: Codable, Sendable, Equatable { var sum: Int }
  struct CountTo: Codable, Sendable { var to: Int }
  struct Number: Codable, Sendable, Equatable { var number: Int }
  struct Flood: Codable, Sendable { var bytes: Int }
  struct Note: Codable, Sendable { var text: String }
  struct InvalidField: Codable, Sendable, Equatable { var field, reason: String }

  struct Walk: Codable, Sendable {
    var step: Step

    private enum CodingKeys: CodingKey, CaseIterable { case step }

    init(from decoder: any Decoder) throws {
      step = try StrictFields<CodingKeys>(decoder).required(.step)
    }
  }

  struct Step: Codable, Sendable {
    enum Mood: String, Codable, CaseIterable { case calm, wild }

    var size: UInt8
    var mood: Mood
    var note: String?

    private enum CodingKeys: CodingKey, CaseIterable { case size, mood, note }

    init(from decoder: any Decoder) throws {
      let fields = try StrictFields<CodingKeys>(decoder)
      size = try fields.required(.size)
      mood = try fields.required(.mood)
      note = try fields.optional(.note)
      if size == 0 { throw fields.refusal(.size, "must be 1 or more") }
    }
  }
}
