import TerminalScreen

/// What a terminal shows, one picture after another.
struct Recording {
  struct Frame {
    let picture: Picture
    /// Since the recording began.
    let start: Duration
  }

  /// Lines that are seen at the same times.
  struct Layer {
    /// The numbers of the frames in which they are seen, in order.
    let frames: [Int]
    let lines: [PlacedLine]
  }

  struct PlacedLine: Hashable {
    /// From above, counted from 0.
    let row: Int
    let line: StyledLine
  }

  let size: Picture.Size
  private(set) var frames: [Frame] = []
  private(set) var length = Duration.zero

  init(size: Picture.Size) { self.size = size }

  mutating func show(_ picture: Picture, for length: Duration) {
    frames.append(Frame(picture: picture, start: self.length))
    self.length += length
  }

  /// All lines that are ever seen, each once, however often it comes back; those that are seen first come first.
  var layers: [Layer] {
    var frames: [PlacedLine: [Int]] = [:]
    for (number, frame) in self.frames.enumerated() {
      for (row, line) in frame.picture.lines.enumerated() where line.width > 0 {
        frames[PlacedLine(row: row, line: line), default: []].append(number)
      }
    }
    return Dictionary(grouping: frames, by: \.value)
      .map { numbers, lines in Layer(frames: numbers, lines: lines.map(\.key).sorted { $0.row < $1.row }) }
      .sorted { $0.frames.lexicographicallyPrecedes($1.frames) }
  }
}
