import Cue
import History
import Workout

extension RunHistory {
  /// Charts of the longest run, the distance and the pace over the runs, the oldest first. Those of which nothing is
  /// known are left out.
  ///
  /// - Parameter label: what stands for a run, such as its date.
  public func charts(label: (CompletedRun) -> String) -> [Chart] {
    let labels = runs.map(label)
    func chart(_ title: String, _ quantity: Quantity, _ form: Chart.Form, _ series: Chart.Series...) -> Chart? {
      Chart(title, quantity, form, labels: labels, series)
    }
    return [
      chart(
        "Longest run", .minutes, .bars,
        Chart.Series("longest run", runs.map { Figures(of: [$0]).longestRun / .seconds(60) })),
      chart("Distance", .kilometres, .bars, Chart.Series("distance", runs.map { $0.metres.map { $0 / 1_000 } })),
      chart(
        "Pace per km", .pace, .points, Chart.Series("all", runs.map { $0.pace?.seconds }),
        Chart.Series("run", runs.map { $0.pace(of: .run)?.seconds }),
        Chart.Series("walk", runs.map { $0.pace(of: .walk)?.seconds })),
    ].compactMap { $0 }
  }
}

extension Pace {
  var seconds: Double { perKilometre / .seconds(1) }
}
