import Cue
import Glibc
import Testing
import Tracks

@testable import GPX

@Suite struct GPXTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="a watch" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x">
    """

  private static func document(_ points: String) -> String {
    "\(head)\n<trk><trkseg>\n\(points)\n</trkseg></trk></gpx>"
  }

  /// - Parameter size: in how many bytes the parser gets it at once.
  private static func track(_ text: String, by size: Int = 10_000) throws(GPXError) -> Track {
    let parser = GPXParser()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try parser.feed(bytes[start..<min(bytes.count, start + size)])
    }
    return try parser.finish()
  }

  private static let second: Int64 = 1_000_000

  @Test func `Points of tracks are read, each stretch by itself, and nothing else`() throws {
    let text = """
      \(Self.head)
      <metadata><time>2020-01-01T00:00:00Z</time></metadata>
      <wpt lat="1" lon="2"><time>1970-01-01T00:00:09Z</time></wpt>
      <rte><rtept lat="1" lon="2"/></rte>
      <trk><name>A &amp; B</name><trkseg>
        <trkpt lat="51.5" lon="-0.25"><ele>12</ele><time> 1970-01-01T00:00:01.5Z </time></trkpt>
        <x:trkpt lon="7e-1" lat="-3"><time>1970-01-01T01:00:02+01:00</time><hdop>1.5</hdop></x:trkpt>
      </trkseg><trkseg/><trkseg>
        <trkpt lat="0" lon="180"><time>1970-01-01T00:00:03</time></trkpt><trkpt lat="0" lon="0"/>
      </trkseg></trk><extensions><x:accuracy>bad</x:accuracy></extensions></gpx>
      """
    let expected = Track([
      [
        TrackPoint(time: WallTime(microseconds: 3 * Self.second / 2), latitude: 51.5, longitude: -0.25),
        TrackPoint(time: WallTime(microseconds: 2 * Self.second), latitude: -3, longitude: 0.7, accuracy: 7.5),
      ],
      [TrackPoint(time: WallTime(microseconds: 3 * Self.second), latitude: 0, longitude: 180)],
    ])
    for size in [1, 2, 3, 100, 10_000] { #expect(try Self.track(text, by: size) == expected) }
  }

  @Test(
    arguments: [
      ("<hdop>4</hdop>", 20), ("<extensions><x:accuracy>3.5</x:accuracy></extensions><hdop>9</hdop>", 3.5),
      ("<hdop>9</hdop><extensions><x:a><x:hAcc>-1</x:hAcc></x:a></extensions>", -1),
      ("<extensions><x:accuracy_horizontal>7</x:accuracy_horizontal></extensions>", 7),
      ("<extensions><x:hdop>9</x:hdop></extensions><accuracy>9</accuracy>", nil), ("", nil),
    ] as [(String, Double?)])
  func `The accuracy is that of an extension, or else 5 m for each unit of hdop`(text: String, accuracy: Double?) throws
  {
    let track = try Self.track(
      Self.document("<trkpt lat='1' lon='2'><time>1970-01-01T00:00:03Z</time>\(text)</trkpt>"))
    #expect(track.stretches.joined().map(\.accuracy) == [accuracy])
  }

  @Test(arguments: [
    ("<trkpt lon='1'/>", "line 4: lat: is missing"),
    ("\n<trkpt lat='90.1' lon='1'/>", "line 5: lat: must be degrees from -90 to 90, not 90.1"),
    ("<trkpt lat='1' lon='nan'/>", "line 4: lon: must be degrees from -180 to 180, not nan"),
    (
      "<trkpt lat='1' lon='1'>\n<time>noon</time></trkpt>",
      "line 5: time: must be a time such as 2026-11-30T07:15:00Z, not noon"
    ),
    ("<trkpt lat='1' lon='1'><hdop>\nbad\n</hdop></trkpt>", "line 6: hdop: must be a number, not bad"),
    ("<trkpt lat='1' lon='1'><hdop/></trkpt>", "line 4: hdop: must be a number, not "),
    ("\n<trkpt lat='1' lon='1'>\n</trkseg>", "line 6: is no XML: mismatched tag"),
    ("\n&nbsp;", "line 5: is no XML: undefined entity"),
    ("<trkpt lat='1' lon='1'/>", "none of its 1 points says when it was: it is a route, and no recording"),
    ("", "has no track"),
  ])
  func `What is wrong is named by its line`(points: String, message: String) {
    for size in [1, 10_000] {
      let error = #expect(throws: GPXError.self) { try Self.track(Self.document(points), by: size) }
      #expect(error?.description == message)
    }
  }

  @Test func `What is no GPX is said to be none`() {
    let errors = ["", "abc", "<kml/>", "\n\n<html><body/></html>", "\u{0}"].map { text in
      #expect(throws: GPXError.self) { try Self.track(text) }?.description
    }
    #expect(
      errors == [
        "line 1: is no XML: no element found", "line 1: is no XML: syntax error",
        "line 1: is no GPX: its first element is kml", "line 3: is no GPX: its first element is html",
        "line 1: is no XML: unclosed token",
      ])
  }

  @Test func `A document type is refused, before an entity of it could grow or open a file`() {
    let types = [
      "<!DOCTYPE gpx [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>\n<gpx>&b;</gpx>",
      "<!DOCTYPE gpx SYSTEM 'file:///etc/passwd'>\n<gpx/>",
      "<!DOCTYPE gpx [<!ENTITY a SYSTEM 'http://localhost/'>]>\n<gpx>&a;</gpx>",
    ]
    for text in types {
      #expect(throws: GPXError.wrong(line: 1, reason: "has a document type, which GPX has not")) {
        try Self.track(text)
      }
    }
  }

  @Test func `Elements in one another, and texts, have bounds`() throws {
    let deep = String(repeating: "<a>", count: 1_000)
    #expect(throws: GPXError.wrong(line: 4, reason: "has too many elements in one another")) {
      try Self.track(Self.document(deep))
    }
    let long = String(repeating: "9", count: 1_000_000)
    let error = #expect(throws: GPXError.self) {
      try Self.track(Self.document("<trkpt lat='1' lon='1'><time>\(long)</time></trkpt>"))
    }
    #expect((error?.description.count ?? 0) < 400)
    let comment = "<!-- " + String(repeating: "a", count: 3 << 20)
    #expect(throws: GPXError.wrong(line: 4, reason: "has something that is longer than 1 MiB")) {
      try Self.track(Self.document(comment), by: 65_536)
    }
  }

  @Test func `A file is read, however long it is, and one that cannot be is told`() throws {
    let points = (0..<10_000).map { second in
      "<trkpt lat='1' lon='2'><time>1970-01-01T0\(second / 3_600):\(Self.two(second / 60 % 60)):\(Self.two(second % 60))Z</time></trkpt>"
    }
    let path = "/tmp/gpx-tests-\(getpid()).gpx"
    defer { unlink(path) }
    let bytes = Array(Self.document(points.joined(separator: "\n")).utf8)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    #expect(try GPXFile.read(path).points == 10_000)
    #expect(throws: GPXError.system(reason: "No such file or directory")) { try GPXFile.read("/nowhere.gpx") }
    #expect(throws: GPXError.system(reason: "Is a directory")) { try GPXFile.read("/tmp") }
    // One that goes on and on with comments.
    #expect(throws: GPXError.tooLarge(bytes: 64 << 20)) {
      let descriptor = open(path, O_WRONLY | O_TRUNC)
      defer { close(descriptor) }
      #expect(write(descriptor, "<gpx>", 5) == 5)
      let comments = Array(String(repeating: "<!--a-->", count: 1 << 17).utf8)
      for _ in 0..<64 { #expect(write(descriptor, comments, comments.count) == comments.count) }
      return try GPXFile.read(path)
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test(
    arguments: [
      ("1970-01-01T00:00:01Z", 1_000_000), ("1970-01-01T00:00:01.123456789Z", 1_123_456),
      ("1970-01-01T00:00:01", 1_000_000),
      ("1970-01-01T02:00:01+02:00", 1_000_000), ("1969-12-31T19:30:01.5-04:30", nil),
      ("1970-01-02T00:00:00-00:01", 86_460_000_000),
      ("1970-01-01T00:00:01.Z", nil), ("1970-01-01T00:00:01.123456noonZ", nil), ("1970-01-01T00:00:01+2:00", nil),
      ("1970-01-01T00:00:01+99:00", nil),
      ("1970-01-01", nil),
      ("", nil), ("Z", nil), ("+", nil),
    ] as [(String, Int64?)])
  func `Times are read with their offset, in UTC without one`(text: String, microseconds: Int64?) {
    #expect(WallTime(xmlDateTime: text)?.microseconds == microseconds)
  }
}
