/// What a key asks for while a run goes on.
enum RunKey: Hashable {
  case pause
  /// The next drill.
  case skip
  /// To end the run, after a question.
  case end
  case chimes
  case louder
  case softer

  /// - Parameter byte: as the terminal sends it. Plus and minus count without Shift, too.
  init?(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: " "): self = .pause
    case UInt8(ascii: "n"), UInt8(ascii: "N"): self = .skip
    case UInt8(ascii: "q"), UInt8(ascii: "Q"): self = .end
    case UInt8(ascii: "c"), UInt8(ascii: "C"): self = .chimes
    case UInt8(ascii: "+"), UInt8(ascii: "="): self = .louder
    case UInt8(ascii: "-"), UInt8(ascii: "_"): self = .softer
    default: return nil
    }
  }
}
