/// Cells in columns: the first one's are words, the others' are numbers.
struct Table {
  var rows: [[String]] = []

  /// One line a row. A row's last cell may be longer than its column where the row is shorter than others.
  var lines: [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.filter { $0.count == columns }.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        if row.count < columns, column == row.count - 1, column > 0 { return cell }
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
        return column == 0 ? cell + padding : padding + cell
      }.joined(separator: "   ")
    }
  }
}

extension Double {
  /// With one place after the point.
  var decimal: String {
    let tenths = Int((magnitude * 10).rounded())
    return "\(self < 0 && tenths > 0 ? "−" : "")\(tenths / 10).\(tenths % 10)"
  }
}

extension Int {
  /// kB as MB.
  var megabytes: String { "\((Double(self) / 1_024).decimal) MB" }
}
