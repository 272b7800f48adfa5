import CommandLineTool
import EventLoop
import RunScreen
import Workout
import WorkoutEngine

/// Shows a run to the runner.
@EventLoop
protocol RunDisplay: AnyObject {
  /// Whether ``show(_:)`` is wanted whenever a second has gone by.
  var isLive: Bool { get }
  func fired(_ event: TimedEvent)
  func began(_ drill: Drill)
  func show(_ scene: any Scene)
  /// Something that the runner should know, in a line.
  func notice(_ text: String)
  /// Gives the terminal back. Nothing is shown any more.
  func close()
}

/// A line for each event: for files, pipes and logs.
final class EventList: RunDisplay {
  let isLive = false

  func fired(_ event: TimedEvent) { printLine(event.line) }
  func began(_ drill: Drill) { printLine(drill.line) }
  func show(_ scene: any Scene) {}
  func notice(_ text: String) { complain("couch5k", text) }
  func close() {}
}
