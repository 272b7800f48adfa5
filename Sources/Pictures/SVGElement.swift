/// An element of an SVG file.
public struct SVGElement: Sendable {
  private enum Content: Sendable {
    case elements([SVGElement])
    case text(String)
  }

  private let name: String
  private let attributes: KeyValuePairs<String, String>
  private let content: Content

  public init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [SVGElement] = []) {
    self.name = name
    self.attributes = attributes
    content = .elements(children)
  }

  public init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
    self.name = name
    self.attributes = attributes
    content = .text(text)
  }

  public var xml: String {
    let tag = attributes.reduce(name) { "\($0) \($1.key)=\"\($1.value.escaped)\"" }
    return switch content {
    case .elements(let children) where children.isEmpty: "<\(tag)/>"
    case .elements(let children): "<\(tag)>\n\(children.map(\.xml).joined(separator: "\n"))\n</\(name)>"
    case .text(let text): "<\(tag)>\(text.escaped)</\(name)>"
    }
  }
}

extension String {
  /// As XML has it, within an element and within quotes. What XML cannot hold at all is left out.
  fileprivate var escaped: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\t", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...: text.unicodeScalars.append(scalar)
      default: break
      }
    }
    return text
  }
}
