/// A whole SVG file: some parts, one below another, on a page that is light or dark as its reader's other pages are. It
/// needs no other file.
public struct SVGPage: Sendable {
  /// A piece of the page, drawn from (0, 0) on, as wide as there is room on a page.
  public struct Part: Sendable {
    let height: Int
    let element: SVGElement

    /// A line of text.
    public static func heading(_ text: String) -> Part {
      Part(height: 18, element: SVGElement("text", ["class": "heading", "x": "0", "y": "15"], text: text))
    }
  }

  /// What there is for a part.
  static let width = 720
  private static let margin = 24

  private let title: String
  private let description: String
  private let parts: [Part]

  /// - Parameters:
  ///   - title: what the picture is.
  ///   - description: what is to be seen on it, for those who cannot.
  public init(title: String, description: String, _ parts: [Part]) {
    self.title = title
    self.description = description
    self.parts = parts
  }

  /// The file's content.
  public var xml: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(page.xml)\n" }

  private var page: SVGElement {
    var top = Self.margin
    let placed = parts.map { part in
      defer { top += part.height + Self.margin }
      return SVGElement("g", ["transform": "translate(\(Self.margin) \(top))"], [part.element])
    }
    let width = Self.width + 2 * Self.margin
    let words = [
      SVGElement("title", ["id": "title"], text: title), SVGElement("desc", ["id": "description"], text: description),
      SVGElement("style", text: Self.style),
      SVGElement("rect", ["class": "page", "width": "\(width)", "height": "\(top)", "rx": "10"]),
    ]
    return SVGElement(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(width) \(top)", "width": "\(width)",
        "height": "\(top)", "role": "img", "aria-labelledby": "title description",
      ], words + placed)
  }

  /// Text has a contrast of 4.5 and more to the page, and whatever else tells something 3 and more, in both schemes.
  static let style = """

    text { font: 13px system-ui, sans-serif; fill: #1f2933; }
    .heading { font-weight: 600; font-size: 15px; }
    .faint { fill: #5b6672; }
    .end { text-anchor: end; }
    .middle { text-anchor: middle; }
    .page { fill: #fbfaf7; }
    .rule { stroke: #dcdfe3; }
    .axis { stroke: #7b8794; }
    .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
    .second.line { stroke-dasharray: 7 4; }
    .third.line { stroke-dasharray: 2 3; }
    .first { fill: #1f7a4d; } .first.line { fill: none; stroke: #1f7a4d; }
    .second { fill: #1d6fb8; } .second.line { fill: none; stroke: #1d6fb8; }
    .third { fill: #a4560f; } .third.line { fill: none; stroke: #a4560f; }
    .next { fill: none; stroke: #1f7a4d; stroke-width: 3; stroke-dasharray: 5 3; }
    .open { fill: none; stroke: #7b8794; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6e9ec; }
      .faint { fill: #a3adb8; }
      .page { fill: #14181c; }
      .rule { stroke: #2b3138; }
      .axis { stroke: #7b8794; }
      .first { fill: #57c98a; } .first.line { fill: none; stroke: #57c98a; }
      .second { fill: #6bb5f5; } .second.line { fill: none; stroke: #6bb5f5; }
      .third { fill: #f0a35e; } .third.line { fill: none; stroke: #f0a35e; }
      .next { fill: none; stroke: #57c98a; }
      .open { fill: none; stroke: #76808a; }
    }

    """
}
