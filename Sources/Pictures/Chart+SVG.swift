extension Chart {
  /// The chart on a page.
  public var svg: SVGPage.Part { SVGChart(self).part }
}

private struct SVGChart {
  private static let classes = ["first", "second", "third"]
  /// Where the axes stand, and how much lies between them and the title.
  private static let (left, top, plotHeight) = (64, 34, 150)
  private static let right = SVGPage.width
  private static let height = top + plotHeight + 26
  /// What a run takes at most.
  private static let widest = 60.0

  private let chart: Chart
  private let scale: Scale
  /// How wide the place of one run is.
  private let pitch: Double

  init(_ chart: Chart) {
    self.chart = chart
    scale = chart.scale(for: 0..<chart.labels.count)
    pitch = min(Self.widest, Double(Self.right - Self.left) / Double(max(1, chart.labels.count)))
  }

  var part: SVGPage.Part {
    let drawing = chart.form == .bars ? bars : lines
    let heading = SVGPage.Part.heading(chart.title).element
    return SVGPage.Part(
      height: Self.height, element: SVGElement("g", [:], [heading] + legend + axes + drawing + labels))
  }

  private func x(_ run: Int) -> Double { Double(Self.left) + (Double(run) + 0.5) * pitch }
  private func y(_ value: Double) -> Double { y(height: scale.height(of: value)) }
  private func y(height: Double) -> Double { Double(Self.top) + (1 - height) * Double(Self.plotHeight) }
}

// MARK: - Words and axes

extension SVGChart {
  private var legend: [SVGElement] {
    guard chart.series.count > 1 else { return [] }
    return chart.series.indices.flatMap { index in
      let x = Self.right - 80 * (chart.series.count - index)
      return [
        SVGElement("path", ["class": "line \(Self.classes[index])", "d": "M\(x) 11h28"]),
        SVGElement("text", ["x": "\(x + 34)", "y": "15"], text: chart.series[index].name),
      ]
    }
  }

  private var axes: [SVGElement] {
    let marks = scale.marks.enumerated().flatMap { index, mark in
      let y = Int(y(height: Double(index) / Double(scale.steps)).rounded())
      return [
        SVGElement("path", ["class": index == 0 ? "axis" : "rule", "d": "M\(Self.left) \(y)H\(Self.right)"]),
        SVGElement("text", ["class": "faint end", "x": "\(Self.left - 8)", "y": "\(y + 4)"], text: mark),
      ]
    }
    return marks
  }

  /// Of the first run and of the last, if there is room for both.
  private var labels: [SVGElement] {
    let y = "\(Self.height - 8)"
    guard let first = chart.labels.first, let last = chart.labels.last else { return [] }
    var labels = [SVGElement("text", ["class": "faint", "x": "\(Self.left)", "y": y], text: first)]
    let end = x(chart.labels.count - 1) + pitch / 2
    // A character of this size is about 8 wide.
    if chart.labels.count > 1, end - Double(Self.left) > Double(8 * (first.count + last.count + 2)) {
      labels.append(
        SVGElement("text", ["class": "faint end", "x": "\(FixedPoint(end, digits: 1))", "y": y], text: last))
    }
    return labels
  }

  /// What a pointer that rests on a value is told.
  private func name(_ run: Int, _ series: Chart.Series, _ value: Double) -> SVGElement {
    let name = chart.series.count > 1 ? "\(series.name), " : ""
    return SVGElement("title", text: "\(chart.labels[run]): \(name)\(chart.quantity.text(value))")
  }
}

// MARK: - Values

extension SVGChart {
  private var bars: [SVGElement] {
    guard let series = chart.series.first else { return [] }
    return series.values.enumerated().compactMap { run, value in
      guard let value, value > 0 else { return nil }
      // What is more than nothing is seen.
      let height = max(1, scale.height(of: value) * Double(Self.plotHeight))
      let top = Double(Self.top + Self.plotHeight) - height
      return SVGElement(
        "rect",
        [
          "class": "first", "x": "\(FixedPoint(x(run) - pitch * 0.35, digits: 1))",
          "y": "\(FixedPoint(top, digits: 1))",
          "width": "\(FixedPoint(pitch * 0.7, digits: 1))", "height": "\(FixedPoint(height, digits: 1))",
        ], [name(run, series, value)])
    }
  }

  /// Lines through the values that are known; the most important last, over the others.
  private var lines: [SVGElement] {
    zip(chart.series, Self.classes).reversed().flatMap { series, style in
      let known = series.values.enumerated().compactMap { run, value in value.map { (run: run, value: $0) } }
      let places = known.map { "\(FixedPoint(x($0.run), digits: 1)) \(FixedPoint(y($0.value), digits: 1))" }
      let line = SVGElement("path", ["class": "line \(style)", "d": "M" + places.joined(separator: "L")])
      let points = known.map { run, value in
        SVGElement(
          "circle",
          [
            "class": style, "cx": "\(FixedPoint(x(run), digits: 1))", "cy": "\(FixedPoint(y(value), digits: 1))",
            "r": "3.5",
          ],
          [name(run, series, value)])
      }
      return [line] + points
    }
  }
}
