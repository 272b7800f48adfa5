import Cue
import Varlink

extension Event.Kind: Codable {}
extension Event.Pace: Codable {}
extension CueState: Codable {}

/// A cue's fields on the wire, each with what it may hold.
struct CueFields {
  typealias Field = WireCue.Field

  private let fields: StrictFields<Field>

  init(_ fields: StrictFields<Field>) { self.fields = fields }

  func refusal(_ field: Field, _ reason: String) -> FieldError { fields.refusal(field, reason) }

  /// The event, of its kind and the fields that belong to this kind; another event's are refused.
  func event() throws(FieldError) -> Event {
    let kind: Event.Kind = try fields.required(.event)
    let (event, used): (Event, [Field]) =
      switch kind {
      case .start: (.start(week: try week(), day: try day(), warmup: try seconds()), [.week, .day, .seconds])
      case .transition: (.transition(try fields.required(.interval), try seconds()), [.interval, .seconds])
      case .minute: (.minute(try number(.count, in: Event.Limits.minutes)), [.count])
      case .cooldown: (.cooldown(try seconds()), [.seconds])
      case .complete: (.complete(week: try week(), day: try day()), [.week, .day])
      case .say: (try say(), [.text, .chime])
      case .warning: (.warning, [])
      case .halfway: (.halfway, [])
      case .paused: (.paused, [])
      case .resumed: (.resumed, [])
      }
    for field in Field.ofEvents where !used.contains(field) && fields.has(field) {
      throw refusal(field, "has no meaning for the event \(kind.rawValue)")
    }
    return event
  }

  /// Text without control characters, 1 to 128 bytes long.
  func name(_ field: Field) throws(FieldError) -> String {
    if let name = try fields.optionalName(field) { return name }
    return try fields.required(field)
  }

  func optionalName(_ field: Field) throws(FieldError) -> String? { try fields.optionalName(field) }

  /// Microseconds since 1970.
  func time(_ field: Field) throws(FieldError) -> WallTime? {
    guard let microseconds: Int64 = try fields.optional(field) else { return nil }
    guard (0...Self.latest).contains(microseconds) else {
      throw refusal(field, "must be microseconds since 1970, 0 to \(Self.latest)")
    }
    return WallTime(microseconds: microseconds)
  }

  /// The end of the year 9999: far from where sums with it could overflow.
  private static let latest: Int64 = 253_402_300_799_999_999

  private func week() throws(FieldError) -> Int { try number(.week, in: Event.Limits.week) }
  private func day() throws(FieldError) -> Int { try number(.day, in: Event.Limits.day) }
  private func seconds() throws(FieldError) -> Duration { .seconds(try number(.seconds, in: Event.Limits.seconds)) }

  private func number(_ field: Field, in range: ClosedRange<Int>) throws(FieldError) -> Int {
    let number: Int = try fields.required(field)
    guard range.contains(number) else {
      throw refusal(field, "must be \(range.lowerBound) to \(range.upperBound), not \(number)")
    }
    return number
  }

  private func say() throws(FieldError) -> Event {
    let chime = try optionalName(.chime)
    return .say(try text(mayBeEmpty: chime != nil), chime: chime)
  }

  private func text(mayBeEmpty: Bool) throws(FieldError) -> String {
    let text: String = try fields.required(.text)
    return text.isEmpty && mayBeEmpty ? text : try fields.checkedText(text, .text)
  }
}

extension StrictFields {
  /// What is to be said. Control characters become spaces: they are not for the ear.
  func checkedText(_ text: String, _ field: Key) throws(FieldError) -> String {
    guard Event.Limits.text.contains(text.unicodeScalars.count) else {
      throw refusal(
        field, "must have 1 to \(Event.Limits.text.upperBound) characters, not \(text.unicodeScalars.count)")
    }
    return text.withSpacesForControls
  }

  /// Text without control characters, 1 to 128 bytes long; nil where the field is absent.
  func optionalName(_ field: Key) throws(FieldError) -> String? {
    guard let name: String = try optional(field) else { return nil }
    guard Event.Limits.name.contains(name.utf8.count) else {
      throw refusal(field, "must have 1 to \(Event.Limits.name.upperBound) bytes, not \(name.utf8.count)")
    }
    guard !name.unicodeScalars.contains(where: \.isControl) else {
      throw refusal(field, "must not have control characters")
    }
    return name
  }
}

extension Unicode.Scalar {
  /// Whether it is of the general category of control characters, which has no others and never will.
  fileprivate var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}

extension String {
  fileprivate var withSpacesForControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
  }
}
