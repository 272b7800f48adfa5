import Cue
import CueQueue
import History

extension UnfinishedRun {
  /// What the history is to get of it.
  struct Record: Codable, Equatable {
    struct Pause: Codable, Equatable {
      /// How much of the workout was over; in microseconds, as the length.
      var elapsed: Int64
      var begun: Moment
      var length: Int64?
    }

    var id: String
    /// How much of the workout counted as over when it began; in microseconds.
    var startElapsed: Int64
    var pauses: [Pause]
  }
}

extension RunRecording {
  /// What another process needs to go on with it.
  func record(at now: Now) -> UnfinishedRun.Record {
    UnfinishedRun.Record(
      id: id.description, startElapsed: startElapsed.microseconds,
      pauses: pauses.map { pause in
        UnfinishedRun.Record.Pause(
          elapsed: pause.elapsed.microseconds, begun: .init(pause.begun, at: now), length: pause.length?.microseconds)
      })
  }

  /// Goes on with that of another process; nil where it kept none.
  init?(_ run: UnfinishedRun, at now: Now, bootID: String) {
    guard let record = run.record, let id = RunID(record.id) else { return nil }
    let start = run.boot(run.origin, at: now, bootID)
    self.init(
      run.workout, start: Now(boot: start, wall: now.wall - (now.boot - start)),
      startElapsed: .microseconds(record.startElapsed), speed: run.speed, id: id,
      pauses: record.pauses.map { pause in
        Pause(
          elapsed: .microseconds(pause.elapsed), begun: run.boot(pause.begun, at: now, bootID),
          length: pause.length.map { .microseconds($0) })
      })
  }
}
