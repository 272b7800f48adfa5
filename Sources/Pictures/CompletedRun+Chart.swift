import History
import Workout

extension CompletedRun {
  /// Its pace from half minute to half minute, told apart by what the runner did; nil where it is not known.
  ///
  /// - Parameter label: what stands for a time into the run.
  public func paceChart(label: (Duration) -> String) -> Chart? {
    func series(_ name: String, _ kinds: Interval.Kind...) -> Chart.Series {
      Chart.Series(
        name,
        paces.map { reading in
          let middle = reading.at - .seconds(15)
          return kind(at: middle).map(kinds.contains) == true ? reading.pace.seconds : nil
        })
    }
    return Chart(
      "Pace per km", .pace, .points, labels: paces.map { label($0.at) },
      [series("run", .run), series("walk", .walk), series("warm up, cool down", .warmup, .cooldown)])
  }

  /// What the runner did when so much of the run was over.
  private func kind(at moving: Duration) -> Interval.Kind? {
    var end = Duration.zero
    return segments.first { segment in
      end += segment.moving
      return moving < end
    }?.kind
  }
}
