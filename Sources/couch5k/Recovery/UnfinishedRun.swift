import Cue
import CueQueue
import FoundationEssentials
import Workout
import WorkoutEngine

/// A run that is under way, as it is kept for the case that this program ends before the run does.
///
/// Its moments are kept by two clocks: the boot clock, which counts suspend and which nobody can set, and the wall
/// clock, which is still right after the machine was started anew.
struct UnfinishedRun: Codable, Equatable {
  /// By the boot clock and by the wall clock, in microseconds.
  struct Moment: Codable, Equatable {
    var boot: Int64
    var wall: Int64
  }

  /// A cue that the daemon got before it was due.
  struct Ahead: Codable, Equatable {
    /// Its event.
    var event: String
    /// The id that it was sent with.
    var id: String
    /// When it is to be heard, by the wall clock in microseconds.
    var at: Int64
  }

  static let currentVersion = 1

  var version = currentVersion
  /// The namespace of its cues: what was heard is not heard again.
  var session: String
  var week: Int
  var day: Int
  /// Which boot ``Moment/boot`` belongs to.
  var bootID: String
  /// When this was written.
  var saved: Moment
  /// When the workout started, or would have, had it not started at an offset.
  var start: Moment
  /// How long all the pauses took that are over, by the workout's clock; in microseconds.
  var pausedOffset: Int64
  /// When the pause began that is not over.
  var pauseStart: Moment?
  var pauseCount: Int
  /// The events that have fired or count as fired, in order.
  var fired: [String]
  /// What the daemon may keep, or have played: sent again, it must be the same.
  var ahead: [Ahead] = []
  var record: Record?
  /// How many seconds of the workout go by in one second, and since when.
  var speed: Double
  var origin: Moment
}

/// Why a recovery file does not lead to a run.
enum RecoveryError: Error, Equatable, CustomStringConvertible {
  case unreadable(String)
  case newer(version: Int)
  case damaged(String)

  var description: String {
    switch self {
    case .unreadable(let reason): "it cannot be read: \(reason)"
    case .newer(let version): "a newer couch5k wrote it, in version \(version)"
    case .damaged(let what): "it is damaged: \(what)"
    }
  }
}

// MARK: - To a file and back

extension UnfinishedRun {
  var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(self) else { preconditionFailure("numbers and texts can always be encoded") }
    return data
  }

  init(json: Data) throws(RecoveryError) {
    struct Version: Decodable { let version: Int }
    do {
      let version = try JSONDecoder().decode(Version.self, from: json).version
      guard version <= Self.currentVersion else { throw RecoveryError.newer(version: version) }
      self = try JSONDecoder().decode(Self.self, from: json)
    } catch let error as RecoveryError {
      throw error
    } catch {
      throw .damaged("it is not what couch5k writes")
    }
    guard Plan.workout(week: week, day: day) != nil else { throw .damaged("the plan has no week \(week), run \(day)") }
    guard RunOptions.speeds.contains(speed) else { throw .damaged("its speed is \(speed)") }
  }

  var workout: Workout {
    guard let workout = Plan.workout(week: week, day: day) else { preconditionFailure("checked as it was read") }
    return workout
  }

  /// It came to its end, and could not be put into the history.
  var isComplete: Bool { fired.contains(EventID.complete.description) }

  /// How long ago it was written; zero where the clock was set back meanwhile.
  func age(at now: Now, bootID: String) -> Duration { max(.zero, now.boot - boot(saved, at: now, bootID)) }

  /// The moment by the boot clock of now.
  func boot(_ moment: Moment, at now: Now, _ bootID: String) -> BootTime {
    if bootID == self.bootID { return BootTime(.microseconds(moment.boot)) }
    return now.boot - (now.wall - WallTime(microseconds: moment.wall))
  }
}

extension UnfinishedRun.Moment {
  init(_ time: BootTime, at now: Now) {
    self.init(boot: time.sinceBoot.microseconds, wall: (now.wall + (time - now.boot)).microseconds)
  }
}

extension PacedWorkout {
  /// What is needed to go on with it in another process.
  func unfinished(session: String, at now: Now, bootID: String) -> UnfinishedRun {
    let snapshot = engine.snapshot
    func moment(_ time: BootTime) -> UnfinishedRun.Moment { .init(time, at: now) }
    return UnfinishedRun(
      session: session, week: snapshot.workout.week, day: snapshot.workout.day, bootID: bootID, saved: moment(now.boot),
      start: moment(clock.moment(of: snapshot.start)), pausedOffset: snapshot.pausedOffset.microseconds,
      pauseStart: snapshot.pauseStart.map { moment(clock.moment(of: $0)) }, pauseCount: snapshot.pauseCount,
      fired: snapshot.fired.map(\.description), speed: clock.speed, origin: moment(clock.origin))
  }

  /// Goes on with a run, as if nothing but time had passed.
  init(_ run: UnfinishedRun, at now: Now, bootID: String) throws(RecoveryError) {
    let origin = run.boot(run.origin, at: now, bootID)
    let clock = WorkoutClock(origin: origin, speed: run.speed)
    func reading(_ moment: UnfinishedRun.Moment) -> BootTime { clock.reading(at: run.boot(moment, at: now, bootID)) }
    var fired: [EventID] = []
    for text in run.fired {
      guard let id = EventID(text) else { throw .damaged("there is no event \(text)") }
      fired.append(id)
    }
    let snapshot = Engine.Snapshot(
      workout: run.workout.id, start: reading(run.start), pausedOffset: .microseconds(run.pausedOffset),
      pauseStart: run.pauseStart.map(reading), pauseCount: run.pauseCount, fired: fired)
    do {
      let startElapsed = Duration.microseconds(run.record?.startElapsed ?? 0)
      self.init(try Engine(run.workout, restoring: snapshot), clock, startElapsed: startElapsed)
    } catch {
      throw .damaged("\(error)")
    }
  }
}
