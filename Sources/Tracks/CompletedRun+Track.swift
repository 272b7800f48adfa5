import Cue
import History

extension CompletedRun {
  /// How much of a segment a track must cover: the pace of a segment of which half is missing would be that of half a
  /// distance in a whole time.
  static let leastCover = 0.9
  /// How much of the run: what is missing is missing from its distance, and a pace would be nobody's.
  public static let leastCoverOfRun = 0.5

  /// Takes the distances and paces from a track: of the run, of each of its segments, and of each half minute.
  ///
  /// - Returns: how much of the run's time the track covers, 0 to 1; below ``leastCoverOfRun`` nothing has changed.
  public mutating func attach(_ track: Track) -> Double {
    let legs = track.legs(without: pauses)
    let whole = Self.sum(of: legs, from: start, to: end)
    let cover = whole.length > .zero ? min(1, whole.length / max(moving, whole.length)) : 0
    guard cover >= Self.leastCoverOfRun else { return cover }
    metres = whole.metres
    for index in segments.indices {
      let segment = segments[index]
      let part = Self.sum(of: legs, from: segment.start, to: segment.end)
      segments[index].metres = part.length >= segment.moving * Self.leastCover ? part.metres : nil
    }
    paces = paces(RollingPace(legs))
    return cover
  }

  private static func sum(
    of legs: [Leg], from begin: WallTime, to finish: WallTime
  ) -> (length: Duration, metres: Double) {
    legs.reduce(into: (.zero, 0)) { sum, leg in
      let part = leg.part(from: begin, to: finish)
      sum = (sum.0 + part.length, sum.1 + part.metres)
    }
  }

  /// One for each window of the run, so that each leg counts once.
  private func paces(_ rolling: RollingPace) -> [PaceReading] {
    (0..<Int(moving / RollingPace.window)).compactMap { number in
      let moving = RollingPace.window * (number + 1)
      return rolling.pace(at: moment(of: moving)).map { PaceReading(at: moving, $0) }
    }
  }

  /// When so much of the run was over.
  private func moment(of moving: Duration) -> WallTime {
    pauses.reduce(start + moving) { moment, pause in
      pause.start < moment ? moment + (pause.end - pause.start) : moment
    }
  }
}
