/// CRC-32 with zlib's polynomial (ISO 3309), which tells whether bytes are those that were written.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
  }

  /// The checksum of several stretches of bytes, as if they were one.
  static func of(_ stretches: ArraySlice<UInt8>...) -> UInt32 {
    var sum = ~UInt32(0)
    for bytes in stretches {
      for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }
    return ~sum
  }
}
