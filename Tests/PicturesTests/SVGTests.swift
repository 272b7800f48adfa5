import Glibc
import Testing

@testable import Pictures

@Suite struct SVGTests {
  @Test func `What XML has another meaning for is escaped, and what it cannot hold is left out`() {
    let element = SVGElement("text", ["class": "\"a\" & <b>"], text: "1 < 2 & \u{0}\u{1B}\u{FFFE}\u{1F3C3}>")
    #expect(element.xml == #"<text class="&quot;a&quot; &amp; &lt;b&gt;">1 &lt; 2 &amp; 🏃&gt;</text>"#)
    #expect(SVGElement("g", [:], [SVGElement("path", ["d": "M0 0"])]).xml == "<g>\n<path d=\"M0 0\"/>\n</g>")
  }

  @Test func `A page has words for those who cannot see it, both schemes, and refers to nothing outside`() {
    let charts = sampleCharts((0..<27).map { sampleRun($0, metres: 4_000, segmentMetres: true) })
    let xml = SVGPage(title: "Title", description: "Description", charts.map(\.svg)).xml
    #expect(xml.contains("<title id=\"title\">Title</title>\n<desc id=\"description\">Description</desc>"))
    #expect(xml.contains("role=\"img\" aria-labelledby=\"title description\""))
    #expect(xml.contains("@media (prefers-color-scheme: dark)"))
    for reference in ["href", "url(", "@import", "<script", "<image"] { #expect(!xml.contains(reference)) }
  }

  @Test func `Each value that is known is drawn, and told to a pointer that rests on it`() {
    let runs = [
      sampleRun(0, metres: 3_100, segmentMetres: true), sampleRun(1, metres: nil), sampleRun(2, metres: 3_400),
    ]
    let charts = sampleCharts(runs).map { $0.svg.element.xml }
    #expect(charts.map { $0.split(separator: "<rect").count - 1 } == [3, 2, 0])
    #expect(charts[2].split(separator: "<circle").count - 1 == 4)
    #expect(charts[1].contains("<title>day 4: 3.40 km</title>"))
    #expect(charts[2].contains("<title>day 0: run, 6:40 /km</title>"))
  }

  @Test func `What tells something stands out from the page, in light and in dark`() throws {
    let schemes = SVGPage.style.split(separator: "@media")
    #expect(schemes.count == 2)
    for scheme in schemes {
      let rules = scheme.matches(of: /(\S+) \{[^{}]*?(?:fill|stroke): (#[0-9a-f]{6})/).map { (String($0.1), $0.2) }
      let page = try #require(rules.first { $0.0 == ".page" }?.1)
      for (selector, colour) in rules where ![".page", ".rule"].contains(selector) {
        let isText = ["text", ".faint"].contains(selector)
        #expect(contrast(colour, page) >= (isText ? 4.5 : 3), "\(selector)")
      }
      #expect(rules.count >= 9 && rules.contains { $0.0 == "text" })
    }
  }
}

/// Of two colours such as `#14181c` (WCAG 2.2).
private func contrast(_ first: Substring, _ second: Substring) -> Double {
  let lightness = [first, second].map { colour in
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [number >> 16, number >> 8 & 0xFF, number & 0xFF].map { value in
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05
  }
  return max(lightness[0], lightness[1]) / min(lightness[0], lightness[1])
}
