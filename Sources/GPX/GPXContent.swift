import CalendarTime
import Cue
import Tracks

/// What a GPX file says, element by element: the points of its tracks. Routes and waypoints are not where somebody was.
///
/// How inaccurate a point is, receivers tell in ways of their own, since GPX knows only the dilution of precision: in an
/// extension in metres, by one of some names, or else as `hdop`, which is taken for 5 m a unit, the accuracy of a
/// receiver with a clear sky. Where a file says neither, its points are believed.
struct GPXContent {
  /// Names of extensions that hold the horizontal accuracy in metres, in small letters.
  private static let accuracies: Set = ["accuracy", "accuracy_horizontal", "hacc", "horizontalaccuracy"]
  private static let metresOfDilution = 5.0
  private static let mostPoints = 1_000_000
  private static let deepest = 64
  /// More than any number or time has.
  private static let longestText = 200

  /// A point whose element has not ended.
  private struct OpenPoint {
    let latitude: Double
    let longitude: Double
    var time: WallTime?
    var accuracy: Double?
    var dilution: Double?
  }

  /// The elements around the place that is read, outermost first.
  private var elements: [String] = []
  private var point: OpenPoint?
  private var text: [UInt8] = []
  private var stretches: [[TrackPoint]] = []
  private var pointsWithoutTime = 0
  private var points = 0

  mutating func begin(_ name: String, _ attributes: [String: String], line: Int) throws(GPXError) {
    guard !elements.isEmpty || name == "gpx" else {
      throw .wrong(line: line, reason: "is no GPX: its first element is \(name)")
    }
    guard elements.count < Self.deepest else {
      throw .wrong(line: line, reason: "has too many elements in one another")
    }
    switch name {
    case "trkseg": stretches.append([])
    case "trkpt" where elements.last == "trkseg":
      points += 1
      guard points <= Self.mostPoints else {
        throw .wrong(line: line, reason: "has more than \(Self.mostPoints) points")
      }
      point = OpenPoint(
        latitude: try Self.degrees("lat", attributes, within: 90, line),
        longitude: try Self.degrees("lon", attributes, within: 180, line))
    default: break
    }
    elements.append(name)
    text = []
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard point != nil else { return }
    text += bytes.prefix(max(0, Self.longestText - text.count))
  }

  mutating func end(line: Int) throws(GPXError) {
    guard let name = elements.popLast() else { return }
    let isOfPoint = elements.last == "trkpt"
    switch name {
    case "trkpt": endPoint()
    case "time" where isOfPoint:
      let time = try time(line)
      point?.time = time
    case "hdop" where isOfPoint:
      let dilution = try number(name, line)
      point?.dilution = dilution
    case _ where point != nil && Self.accuracies.contains(name.lowercased()) && elements.contains("extensions"):
      let accuracy = try number(name, line)
      point?.accuracy = accuracy
    default: break
    }
    text = []
  }

  /// - Throws: where no point says when it was.
  func track() throws(GPXError) -> Track {
    let track = Track(stretches.filter { !$0.isEmpty })
    guard track.points > 0 else { throw .noTimes(points: pointsWithoutTime) }
    return track
  }

  private mutating func endPoint() {
    guard let point else { return }
    self.point = nil
    guard let time = point.time else {
      pointsWithoutTime += 1
      return
    }
    stretches[stretches.count - 1].append(
      TrackPoint(
        time: time, latitude: point.latitude, longitude: point.longitude,
        accuracy: point.accuracy ?? point.dilution.map { $0 * Self.metresOfDilution }))
  }
}

// MARK: - Values

extension GPXContent {
  private static func degrees(
    _ name: String, _ attributes: [String: String], within limit: Double, _ line: Int
  ) throws(GPXError) -> Double {
    guard let text = attributes[name] else { throw .wrong(line: line, reason: "\(name): is missing") }
    guard let degrees = Double(text), (-limit...limit).contains(degrees) else {
      throw .wrong(line: line, reason: "\(name): must be degrees from -\(Int(limit)) to \(Int(limit)), not \(text)")
    }
    return degrees
  }

  private var trimmedText: String {
    let isSpace: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
    let rest = text.drop(while: isSpace)
    let last = rest.lastIndex { !isSpace($0) }
    return String(decoding: last.map { rest[...$0] } ?? [], as: UTF8.self)
  }

  private func number(_ name: String, _ line: Int) throws(GPXError) -> Double {
    guard let number = Double(trimmedText), number.isFinite else {
      throw .wrong(line: line, reason: "\(name): must be a number, not \(trimmedText)")
    }
    return number
  }

  private func time(_ line: Int) throws(GPXError) -> WallTime {
    guard let time = WallTime(xmlDateTime: trimmedText) else {
      throw .wrong(line: line, reason: "time: must be a time such as 2026-11-30T07:15:00Z, not \(trimmedText)")
    }
    return time
  }
}
