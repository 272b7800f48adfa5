import CommandLineTool

/// Rows of text under a title, printed as they come.
struct Table {
  private let widths: [Int]

  /// - Parameter columns: their titles and their least widths.
  init(_ title: String, _ columns: [(title: String, width: Int)]) {
    widths = columns.map { max($0.width, $0.title.count) }
    printLine("\n\(title)\n")
    row(columns.map(\.title))
    row(widths.map { String(repeating: "-", count: $0) })
  }

  func row(_ cells: [String]) {
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.count))
    }
    printLine(padded.joined(separator: "  "))
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1_000 + Double(components.attoseconds) * 1e-15
  }
}

extension Collection<Double> {
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

/// With one digit after the point.
func text(_ number: Double) -> String {
  guard number.isFinite else { return "-" }
  let tenths = Int((number * 10).rounded())
  return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
}

/// Median and worst.
func text(_ numbers: [Double]) -> String { "\(text(numbers.median)) / \(text(numbers.max() ?? .nan))" }
