extension PCM {
  /// Reads the bytes of a WAV file whose samples are already what the project uses, so that one copy is all it takes.
  ///
  /// - Returns: nil where it is anything else: another layout, a file that is cut off, no WAV file at all.
  init?(wav file: UnsafeRawBufferPointer) {
    var chunks = RIFFChunks(file)
    guard chunks.form == "WAVE" else { return nil }
    var isOurs = false
    while let (name, content) = chunks.next() {
      switch name {
      case "fmt ":
        isOurs = Self.isOurFormat(content)
      case "data":
        guard isOurs, content.count.isMultiple(of: 2) else { return nil }
        self.init(
          Array(unsafeUninitializedCapacity: content.count / 2) { samples, count in
            UnsafeMutableRawBufferPointer(samples).copyMemory(from: content)
            count = samples.count
          })
        return
      default:
        continue
      }
    }
    return nil
  }

  /// Whether a WAV file's `fmt ` chunk says: PCM, one channel, 16 bits, at ``rate``.
  private static func isOurFormat(_ chunk: UnsafeRawBufferPointer) -> Bool {
    guard chunk.count >= 16 else { return false }
    func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
      Number(littleEndian: chunk.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
    return number(0, UInt16.self) == 1 && number(2, UInt16.self) == 1
      && number(4, UInt32.self) == rate && number(14, UInt16.self) == 16
  }
}

/// The chunks of a RIFF file, one after the other; it ends before the first that is not whole.
private struct RIFFChunks: IteratorProtocol {
  /// What the chunks make up, such as `WAVE`; empty where it is no RIFF file.
  let form: String
  private var rest: UnsafeRawBufferPointer

  init(_ file: UnsafeRawBufferPointer) {
    guard file.count >= 12, Self.tag(file) == "RIFF" else {
      (form, rest) = ("", UnsafeRawBufferPointer(start: nil, count: 0))
      return
    }
    rest = UnsafeRawBufferPointer(rebasing: file[8...])
    form = Self.tag(rest)
    rest = UnsafeRawBufferPointer(rebasing: rest[4...])
  }

  mutating func next() -> (name: String, content: UnsafeRawBufferPointer)? {
    guard rest.count >= 8 else { return nil }
    let size = Int(UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    guard size <= rest.count - 8 else { return nil }
    let name = Self.tag(rest)
    let content = UnsafeRawBufferPointer(rebasing: rest[8..<8 + size])
    // Chunks begin at even offsets.
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(8 + size + size % 2))
    return (name, content)
  }

  private static func tag(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix(4), as: UTF8.self)
  }
}
