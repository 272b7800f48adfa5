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
}
