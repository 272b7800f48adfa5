/// A field of a message that is not as it must be.
public struct FieldError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where it is, from the parameters' top: `cue.seconds`, `cues[2].id`. Empty: the parameters as a whole.
  public let field: String
  /// What is wrong, so that it makes a sentence behind the field's name: `must be a whole number`.
  public let reason: String

  public init(field: String, reason: String) {
    self.field = field
    self.reason = reason
  }

  /// - Parameter path: the way to the field, as a decoder gives it.
  public init(path: [any CodingKey], reason: String) {
    self.init(field: Self.name(of: path), reason: reason)
  }

  public var description: String { field.isEmpty ? "the parameters: \(reason)" : "\(field) \(reason)" }

  private static func name(of path: [any CodingKey]) -> String {
    var name = ""
    for key in path {
      if let index = key.intValue {
        name += "[\(index)]"
      } else {
        name += name.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
    return name
  }
}

extension FieldError {
  /// What a decoder threw, as the field and the reason.
  ///
  /// - Parameters:
  ///   - path: the field that was being decoded; errors from deeper inside it name their own.
  ///   - type: what was expected there.
  init(_ error: any Error, at path: [any CodingKey] = [], expecting type: (any Any.Type)? = nil) {
    switch error {
    case let error as FieldError:
      self = error
    case DecodingError.keyNotFound(let key, let context):
      self.init(path: context.codingPath + [key], reason: "is missing")
    case DecodingError.typeMismatch(let found, let context), DecodingError.valueNotFound(let found, let context):
      let isHere = context.codingPath.count == path.count
      let expected = (isHere ? type : nil).flatMap(Expectation.ofCases) ?? Expectation.inWords(found)
      self.init(path: context.codingPath, reason: Self.mustBe(expected))
    case DecodingError.dataCorrupted(let context) where context.codingPath.count > path.count:
      self.init(path: context.codingPath, reason: "cannot be read: \(context.debugDescription)")
    default:
      // A name that an enumeration does not have arrives here too.
      self.init(path: path, reason: Self.mustBe(type.flatMap(Expectation.inWords)))
    }
  }

  private static func mustBe(_ expected: String?) -> String {
    expected.map { "must be \($0)" } ?? "holds a value that cannot be read"
  }
}
