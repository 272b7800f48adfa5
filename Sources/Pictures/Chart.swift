/// Values of some runs, one beside another.
public struct Chart: Hashable, Sendable {
  public enum Form: Hashable, Sendable {
    /// From zero up. Only the first series is drawn.
    case bars
    case points
  }

  public struct Series: Hashable, Sendable {
    public let name: String
    /// One for each run; nil where it is not known.
    public let values: [Double?]

    public init(_ name: String, _ values: [Double?]) {
      self.name = name
      self.values = values
    }
  }

  public let title: String
  public let quantity: Quantity
  public let form: Form
  /// What stands for each run, such as its date.
  public let labels: [String]
  /// Those of which something is known; up to three.
  public let series: [Series]

  /// Nil where no value is known: there is nothing to draw.
  ///
  /// - Parameter series: the most important first, with as many values as there are labels each.
  public init?(_ title: String, _ quantity: Quantity, _ form: Form, labels: [String], _ series: [Series]) {
    precondition(series.allSatisfy { $0.values.count == labels.count }, "each run has a label and a place in a series")
    self.title = title
    self.quantity = quantity
    self.form = form
    self.labels = labels
    self.series = series.filter { !$0.values.allSatisfy { $0 == nil } }
    if self.series.isEmpty { return nil }
  }

  /// What it shows, for those who cannot see it: `Distance: 12 runs from 2.10 km to 4.20 km, the latest 4.00 km.`
  public var summary: String {
    let known = (series.first?.values ?? []).compactMap { $0 }
    guard let least = known.min(), let most = known.max(), let latest = known.last else { return "\(title)." }
    guard known.count > 1 else { return "\(title): 1 run, \(quantity.text(latest))." }
    return """
      \(title): \(known.count) runs from \(quantity.text(least)) to \(quantity.text(most)), \
      the latest \(quantity.text(latest)).
      """
  }

  /// - Parameter runs: those it has to show. Where none of them is known, it has those that are.
  func scale(for runs: Range<Int>) -> Scale {
    let shown = series.flatMap { $0.values[runs].compactMap { $0 } }
    let values = shown.isEmpty ? series.flatMap { $0.values.compactMap { $0 } } : shown
    return Scale(values, of: quantity, startsAtZero: form == .bars)
  }
}
