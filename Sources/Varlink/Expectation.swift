/// What JSON a Swift type is decoded from, in words for the person who sent something else.
enum Expectation {
  /// Nil for types of which only they know what they are decoded from.
  static func inWords(_ type: any Any.Type) -> String? {
    switch type {
    case is Bool.Type: "true or false"
    case is String.Type: "a string"
    case let integer as any FixedWidthInteger.Type: inWords(integer: integer)
    case is any BinaryFloatingPoint.Type: "a number"
    case is any JSONArray.Type: "a list"
    case is any JSONObject.Type: "an object"
    default: ofCases(type)
    }
  }

  /// The names to choose from, where the type is an enumeration of strings.
  static func ofCases(_ type: any Any.Type) -> String? {
    guard let enumeration = type as? any CaseIterable.Type, type is any RawRepresentable.Type else { return nil }
    let names = names(of: enumeration)
    return names.isEmpty ? nil : "one of \(names.joined(separator: ", "))"
  }

  private static func names<Enumeration: CaseIterable>(of enumeration: Enumeration.Type) -> [String] {
    enumeration.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }

  private static func inWords<Integer: FixedWidthInteger>(integer: Integer.Type) -> String {
    if Integer.bitWidth < 64 { return "a whole number from \(Integer.min) to \(Integer.max)" }
    return Integer.isSigned ? "a whole number" : "a whole number, 0 or more"
  }
}

private protocol JSONArray {}
extension Array: JSONArray {}

private protocol JSONObject {}
extension Dictionary: JSONObject {}
