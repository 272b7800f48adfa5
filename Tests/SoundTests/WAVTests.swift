import Testing

@testable import Sound

@Suite struct WAVTests {
  private func pcm(_ file: [UInt8]) -> PCM? { file.withUnsafeBytes { PCM(wav: $0) } }

  private func file(_ chunks: [UInt8]...) -> [UInt8] {
    let content = Array("WAVE".utf8) + chunks.joined()
    return Array("RIFF".utf8) + [UInt8(content.count), 0, 0, 0] + content
  }

  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [UInt8(content.count), 0, 0, 0] + content + (content.count % 2 == 1 ? [0] : [])
  }

  private func format(tag: UInt8 = 1, channels: UInt8 = 1, rate: UInt16 = 48_000, bits: UInt8 = 16) -> [UInt8] {
    let (low, high) = (UInt8(rate & 255), UInt8(rate >> 8))
    return chunk("fmt ", [tag, 0, channels, 0, low, high, 0, 0, 0, 0, 0, 0, 2, 0, bits, 0])
  }

  private let samples: [UInt8] = [1, 0, 0xFE, 0xFF, 0, 0x80]

  @Test func `The samples are those of the data chunk`() {
    #expect(pcm(file(format(), chunk("data", samples))) == PCM([1, -2, -32_768]))
  }

  @Test func `Other chunks are skipped, also those of an odd length`() {
    let other = chunk("LIST", [7, 7, 7])
    #expect(pcm(file(other, format(), other, chunk("data", samples), other)) == PCM([1, -2, -32_768]))
  }

  @Test func `A sound of no samples is a sound`() {
    #expect(pcm(file(format(), chunk("data", []))) == PCM())
  }

  @Test func `Every other layout is refused`() {
    let data = chunk("data", samples)
    for format in [format(tag: 3), format(channels: 2), format(rate: 44_100), format(bits: 8)] {
      #expect(pcm(file(format, data)) == nil)
    }
    #expect(pcm(file(chunk("fmt ", [1, 0, 1, 0]), data)) == nil, "a format chunk that is too short")
    #expect(pcm(file(data, format())) == nil, "data before its format")
    #expect(pcm(file(format())) == nil, "no data")
    #expect(pcm(file(format(), chunk("data", [1]))) == nil, "half a sample")
  }

  @Test func `A file that is cut off anywhere is refused`() {
    let whole = file(format(), chunk("data", samples))
    for length in 0..<whole.count { #expect(pcm(Array(whole.prefix(length))) == nil, "\(length) bytes") }
  }

  @Test func `What is no RIFF file of WAVE is refused`() {
    let whole = file(format(), chunk("data", samples))
    #expect(pcm(Array("RIFX".utf8) + whole.dropFirst(4)) == nil)
    #expect(pcm(whole.prefix(8) + Array("AVI ".utf8) + whole.dropFirst(12)) == nil)
  }
}
