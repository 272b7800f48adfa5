import Pictures
import TerminalScreen

/// A recording as an SVG file that plays it over and over. It is a terminal with a ground of its own, on light and on
/// dark pages; for those who want nothing to move it shows its last picture.
struct RecordingPicture {
  private static let margin = 16

  private let recording: Recording
  private let title: String
  private let description: String
  private let layers: [Recording.Layer]

  /// - Parameters:
  ///   - title: what the picture is.
  ///   - description: what is to be seen on it, for those who cannot.
  init(_ recording: Recording, title: String, description: String) {
    (self.recording, self.title, self.description) = (recording, title, description)
    layers = recording.layers
  }

  /// The file's content, without its last line's end.
  var xml: String {
    let width = "\(recording.size.columns * TerminalCell.width + 2 * Self.margin)"
    let height = "\(recording.size.rows * TerminalCell.height + 2 * Self.margin)"
    return SVGElement(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(width) \(height)", "width": width, "height": height,
        "role": "img", "aria-labelledby": "title description",
      ],
      [
        SVGElement("title", ["id": "title"], text: title),
        SVGElement("desc", ["id": "description"], text: description), SVGElement("style", text: style),
        SVGElement("rect", ["class": "ground", "width": width, "height": height, "rx": "10"]),
        SVGElement("g", ["class": "screen", "transform": "translate(\(Self.margin) \(Self.margin))"], groups),
      ]
    ).xml
  }

  private var groups: [SVGElement] {
    layers.enumerated().map { number, layer in
      SVGElement("g", isAlwaysSeen(layer) ? [:] : ["class": classes(number, layer)], layer.drawing)
    }
  }

  private func isAlwaysSeen(_ layer: Recording.Layer) -> Bool { layer.frames.count == recording.frames.count }

  private func classes(_ number: Int, _ layer: Recording.Layer) -> String {
    "moving t\(number)" + (layer.frames.last == recording.frames.count - 1 ? " still" : "")
  }
}

// MARK: - Time

extension RecordingPicture {
  private var style: String {
    let moving = layers.enumerated().filter { !isAlwaysSeen($0.element) }.map { number, layer in
      ".t\(number) { animation-name: t\(number); } @keyframes t\(number) { \(keyframes(layer)) }"
    }
    return """

      \(TerminalCell.style)
      .moving { visibility: hidden; }
      .still { visibility: visible; }
      @media (prefers-reduced-motion: no-preference) {
      .moving { animation: \(Int(recording.length / .milliseconds(1)))ms step-end infinite; }
      \(moving.joined(separator: "\n"))
      }

      """
  }

  /// A step whenever the layer appears or disappears.
  private func keyframes(_ layer: Recording.Layer) -> String {
    let seen = Set(layer.frames)
    return recording.frames.indices.compactMap { number in
      guard number == 0 || seen.contains(number) != seen.contains(number - 1) else { return nil }
      return "\(percent(number)) { visibility: \(seen.contains(number) ? "visible" : "hidden"); }"
    }.joined(separator: " ")
  }

  /// When that frame begins, to a thousandth of the whole's percents.
  private func percent(_ number: Int) -> String {
    let fraction = recording.frames[number].start / recording.length
    return "\((fraction * 100_000).rounded() / 1_000)%"
  }
}
