import CExpat
import Tracks

/// Reads GPX in pieces, by expat.
///
/// A document type is refused, and with it whatever entities could do: nothing grows, and no other file is opened.
final class GPXParser {
  private let expat: XML_Parser
  private var content = GPXContent()
  /// What a handler has found; expat stops soon after.
  private var error: GPXError?
  private var fedBytes = 0

  /// Of what is not whole yet, expat looks at all of it again with each piece.
  private static let longestToken = 1 << 20

  init() {
    // With the namespaces' names before those of the elements, so that prefixes do not matter.
    guard let expat = XML_ParserCreateNS(nil, Self.separator) else { preconditionFailure("no memory for a parser") }
    self.expat = expat
    XML_SetUserData(expat, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      expat,
      { parser, name, attributes in
        GPXParser.of(parser).handle { content, line throws(GPXError) in
          try content.begin(GPXParser.localName(name), GPXParser.dictionary(attributes), line: line)
        }
      },
      { parser, _ in
        GPXParser.of(parser).handle { content, line throws(GPXError) in try content.end(line: line) }
      })
    XML_SetCharacterDataHandler(expat) { parser, text, count in
      guard let text else { return }
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
      GPXParser.of(parser).handle { content, _ throws(GPXError) in content.add(bytes) }
    }
    XML_SetStartDoctypeDeclHandler(expat) { parser, _, _, _, _ in
      GPXParser.of(parser).handle { _, line throws(GPXError) in
        throw .wrong(line: line, reason: "has a document type, which GPX has not")
      }
    }
  }

  deinit { XML_ParserFree(expat) }

  func feed(_ piece: ArraySlice<UInt8>) throws(GPXError) {
    try parse(piece, isLast: false)
    fedBytes += piece.count
    guard fedBytes - Int(XML_GetCurrentByteIndex(expat)) <= Self.longestToken else {
      throw .wrong(line: line, reason: "has something that is longer than 1 MiB")
    }
  }

  /// The track, once all of it was fed.
  func finish() throws(GPXError) -> Track {
    try parse([], isLast: true)
    return try content.track()
  }

  private func parse(_ piece: ArraySlice<UInt8>, isLast: Bool) throws(GPXError) {
    let status = piece.withUnsafeBytes { bytes in
      XML_Parse(expat, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isLast ? 1 : 0)
    }
    if let error { throw error }
    guard status == XML_STATUS_OK else {
      let reason = XML_ErrorString(XML_GetErrorCode(expat)).map { String(cString: $0) } ?? "unreadable"
      throw .wrong(line: line, reason: "is no XML: \(reason)")
    }
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(expat)) }
}

// MARK: - Handlers

extension GPXParser {
  private static let separator = XML_Char(UInt8(ascii: " "))

  private static func of(_ parser: UnsafeMutableRawPointer?) -> GPXParser {
    guard let parser else { preconditionFailure("expat calls its handlers with what it was given") }
    return Unmanaged<GPXParser>.fromOpaque(parser).takeUnretainedValue()
  }

  /// After an error expat may call once more: then nothing is done.
  private func handle(_ body: (inout GPXContent, _ line: Int) throws(GPXError) -> Void) {
    guard error == nil else { return }
    do throws(GPXError) {
      try body(&content, line)
    } catch {
      self.error = error
      XML_StopParser(expat, XML_Bool(0))
    }
  }

  private static func localName(_ name: UnsafePointer<XML_Char>?) -> String {
    guard let name else { return "" }
    return String(String(cString: name).split(separator: " ").last ?? "")
  }

  /// Expat gives names and values by turns, and a null after the last.
  private static func dictionary(
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) -> [String: String] {
    guard let attributes else { return [:] }
    var values: [String: String] = [:]
    var index = 0
    while let name = attributes[index], let value = attributes[index + 1] {
      values[localName(name)] = String(cString: value)
      index += 2
    }
    return values
  }
}
