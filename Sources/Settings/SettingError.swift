/// Why something cannot be set.
public enum SettingError: Error, Equatable, Sendable {
  /// There is no setting of that name; these are named most like it.
  case unknown(String, nearest: [String])
  /// The reason makes a sentence behind the name: `must be on or off, not maybe`.
  case invalid(String, reason: String)
}

extension SettingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknown(let name, let nearest):
      "there is no setting \"\(name)\"" + (nearest.isEmpty ? "" : ": did you mean \(nearest.joined(separator: ", "))?")
    case .invalid(let name, let reason): "\(name) \(reason)"
    }
  }
}
