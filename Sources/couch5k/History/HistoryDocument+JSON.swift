import FoundationEssentials
import History

extension HistoryDocument {
  var json: String { encoded(self) }

  /// The history that a JSON file holds.
  static func history(json: Data) throws(ImportError) -> RunHistory {
    let document: HistoryDocument
    do {
      document = try JSONDecoder().decode(HistoryDocument.self, from: json)
    } catch let error as DecodingError {
      throw ImportError(error)
    } catch {
      throw ImportError(place: "the file", reason: "\(error)")
    }
    return try document.history(
      at: ImportPlaces(
        run: { ImportPlace(prefix: "runs[\($0)].") },
        segment: { ImportPlace(prefix: "runs[\($0)].segments[\($1)].") },
        pause: { ImportPlace(prefix: "runs[\($0)].pauses[\($1)].") },
        pace: { ImportPlace(prefix: "runs[\($0)].paces[\($1)].") },
        mark: { ImportPlace(prefix: "marks[\($0)].") }))
  }
}

extension ImportError {
  fileprivate init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(place: Self.path(context.codingPath + [key]), reason: "is missing")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      self.init(place: Self.path(context.codingPath), reason: "must be \(Self.name(of: type))")
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      self.init(place: Self.path(context.codingPath), reason: context.debugDescription)
    case .dataCorrupted(let context):
      let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      self.init(place: "the file", reason: "is no JSON: \(reason)")
    @unknown default: self.init(place: "the file", reason: "\(error)")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    let path = keys.reduce("") { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
    return path.isEmpty ? "the file" : path
  }

  private static func name(of type: Any.Type) -> String {
    switch type {
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is Bool.Type: "true or false"
    case is String.Type: "a text"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
