import Cue

/// The journal's format: a header and records, one after another, each framed so that damage is noticed and what
/// follows it is found again.
///
/// A frame is four bytes that hardly occur otherwise, the body's length, the checksum of length and body, and the body;
/// numbers are of four bytes, the lowest first.
public enum CueJournal {
  /// Which machine's run, and in which version of the format.
  public struct Header: Equatable, Sendable {
    /// Times in the records count from the start of this run of the machine.
    public var boot: String
    /// Records of another version than ``CueJournal/version`` mean something else.
    public var version: UInt64

    public init(boot: String, version: UInt64 = CueJournal.version) {
      self.boot = boot
      self.version = version
    }
  }

  /// What was found in a journal.
  public struct Reading: Equatable, Sendable {
    /// Absent: it is damaged or missing, and the records are read nevertheless.
    public var header: Header?
    /// None where the header is of another version.
    public var records: [JournalRecord] = []
    /// How many stretches of bytes mean nothing. A last record that was not written to its end does not count.
    public var damages = 0
  }

  public static let version: UInt64 = 1
  private static let mark: [UInt8] = [0xC5, 0xED, 0x0A, 0x1E]
  private static let frameSize = 12
  /// Most changes have no more bytes.
  private static let usualLength = 400
  /// No record is longer: a text of 2,000 characters has at most 8,000 bytes.
  private static let longestBody = 1 << 16
  /// The kind of a header, where a record has its own.
  private static let headerKind: UInt8 = 0

  public static func bytes(of header: Header) -> [UInt8] {
    var bytes: [UInt8] = []
    addFrame(to: &bytes) { writer in
      writer.write(byte: headerKind)
      writer.write(header.version)
      writer.write(header.boot)
    }
    return bytes
  }

  public static func bytes(of records: some Sequence<JournalRecord>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(usualLength)
    for record in records { add(record, to: &bytes) }
    return bytes
  }

  public static func add(_ record: JournalRecord, to bytes: inout [UInt8]) {
    addFrame(to: &bytes) { record.write(to: &$0) }
  }

  /// Reads any bytes: what is whole counts, wherever it stands.
  public static func read(_ bytes: [UInt8]) -> Reading {
    var reading = Reading()
    var position = 0
    var isInDamage = false
    while position < bytes.count {
      guard let body = body(at: position, in: bytes) else {
        guard let next = nextFrame(after: position, in: bytes) else {
          if !isUnfinished(bytes[position...]) && !isInDamage { reading.damages += 1 }
          break
        }
        if !isInDamage { reading.damages += 1 }
        isInDamage = true
        position = next
        continue
      }
      position = body.endIndex
      let isSound = take(body, into: &reading)
      if !isSound && !isInDamage { reading.damages += 1 }
      isInDamage = !isSound
    }
    if let header = reading.header, header.version != version { return Reading(header: header) }
    return reading
  }

  /// - Returns: whether it means something.
  private static func take(_ body: ArraySlice<UInt8>, into reading: inout Reading) -> Bool {
    do throws(JournalReader.Malformed) {
      if body.first == headerKind {
        reading.header = try header(body)
      } else {
        var reader = JournalReader(body)
        reading.records.append(try JournalRecord(from: &reader))
      }
      return true
    } catch {
      return false
    }
  }

  private static func header(_ body: ArraySlice<UInt8>) throws(JournalReader.Malformed) -> Header {
    var reader = JournalReader(body.dropFirst())
    let version = try reader.number()
    // What comes after its number is that version's own affair.
    return Header(boot: version == Self.version ? try reader.text() : "", version: version)
  }
}

// MARK: - Frames

extension CueJournal {
  private static func addFrame(to bytes: inout [UInt8], _ writeBody: (inout JournalWriter) -> Void) {
    bytes += mark
    let length = bytes.endIndex
    bytes += repeatElement(0, count: frameSize - mark.count)
    let body = bytes.endIndex
    JournalWriter.add(to: &bytes, writeBody)
    set(UInt32(bytes.count - body), at: length, in: &bytes)
    set(Checksum.of(bytes[length..<length + 4], bytes[body...]), at: length + 4, in: &bytes)
  }

  /// The body of the frame that begins there; nil where none does that is whole.
  private static func body(at position: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard position + frameSize <= bytes.count, bytes[position..<position + 4].elementsEqual(mark) else { return nil }
    let length = Int(number(at: position + 4, in: bytes[...]))
    guard length <= longestBody, position + frameSize + length <= bytes.count else { return nil }
    let body = bytes[position + frameSize..<position + frameSize + length]
    let sum = Checksum.of(bytes[position + 4..<position + 8], body)
    return sum == number(at: position + 8, in: bytes[...]) ? body : nil
  }

  /// Where the next whole frame begins.
  private static func nextFrame(after position: Int, in bytes: [UInt8]) -> Int? {
    (position + 1..<max(position + 1, bytes.count)).first { bytes[$0] == mark[0] && body(at: $0, in: bytes) != nil }
  }

  /// Whether these bytes are a frame's beginning, and the rest of it was not written any more.
  private static func isUnfinished(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.prefix(4).elementsEqual(mark.prefix(bytes.count)) else { return false }
    guard bytes.count >= 8 else { return true }
    let length = Int(number(at: bytes.startIndex + 4, in: bytes))
    return length <= longestBody && bytes.count < frameSize + length
  }

  private static func set(_ number: UInt32, at position: Int, in bytes: inout [UInt8]) {
    for index in 0..<4 { bytes[position + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
  }

  private static func number(at position: Int, in bytes: ArraySlice<UInt8>) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
  }
}
