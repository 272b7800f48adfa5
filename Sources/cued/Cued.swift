import CommandLineTool
import CueDaemon
import CueInterface
import Ducking
import EventLoop
import FoundationEssentials
import Glibc
import Playback
import Speech

/// Runs the daemon, or, where that is what it was started as, the speech process.
func runCued() -> Never {
  openStandardFiles()
  let words = CommandLine.arguments.dropFirst()
  if words.elementsEqual([speechWorkerArgument]) { runSpeechWorker() }
  do throws(UsageError) {
    let arguments = try CommandArguments(words, options: options)
    if arguments.has("help") { answer(help) }
    if arguments.has("version") { answer("cued \(cuedVersion)") }
    if let operand = arguments.operands.first { throw UsageError("\(operand): cued takes options only") }
    let playback = try playbackOptions(arguments)
    if arguments.has("restore-volumes") { restoreVolumes(journaledIn: playback.journalDirectory) }
    let socket = socketPath(arguments)
    Daemon.run(
      Daemon.Options(
        socketPath: socket, isTransient: arguments.has("transient"), playback: playback,
        journalFolder: journalFolder(socket: socket)))
  } catch {
    complain("cued", error.description)
    exit(ExitStatus.usage)
  }
}

private let options = [
  CommandOption("socket", value: "PATH", help: "listen there instead of at $XDG_RUNTIME_DIR/io.cued"),
  CommandOption("transient", help: "leave a minute after the last client, or at once if another cued listens"),
  CommandOption("ducking", value: "STRATEGY", help: "how others get quieter: auto, server, role, volume or off"),
  CommandOption("duck-db", value: "DB", help: "by how much, 0 to 60; 20 where nothing is said"),
  CommandOption(
    "wake-ms", value: "MS", help: "silence before a cue where the output rests, 0 to 2000; else 400 for Bluetooth"),
  CommandOption("restore-volumes", help: "give back volumes that a crash left low, and leave"),
  CommandOption("help", letter: "h", help: "print this and leave"),
  CommandOption("version", help: "print the version and leave"),
]

private var help: String {
  """
  usage: cued [OPTION ...]

  Says cues over the music: a chime and a sentence each, sent by programs over a
  Unix socket. See cuectl for a way to send some.

  \(options.help)
  """
}

/// How cues are to be played, and where volumes are journaled meanwhile.
private func playbackOptions(_ arguments: CommandArguments) throws(UsageError) -> PlaybackOptions {
  var playback = PlaybackOptions(journalDirectory: stateDirectory())
  if let name = arguments["ducking"], name != "auto" {
    guard let strategy = DuckingStrategy(rawValue: name) else {
      throw UsageError("--ducking: must be auto, server, role, volume or off, not \(name)")
    }
    playback.strategy = strategy
  }
  let range = DuckingDepth.range
  if let decibels = try arguments.integer("duck-db", in: range), let depth = DuckingDepth(decibels: decibels) {
    playback.depth = depth
  }
  if let milliseconds = try arguments.integer("wake-ms", in: PlaybackOptions.wakeRange) {
    playback.wake = .milliseconds(milliseconds)
  }
  return playback
}

/// `$XDG_STATE_HOME/cued`, or in `~/.local/state`: it outlives a logout.
private func stateDirectory() -> String {
  let environment = ProcessInfo.processInfo.environment
  if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/cued" }
  return (environment["HOME"] ?? "/") + "/.local/state/cued"
}

/// `$XDG_RUNTIME_DIR/cued`: what waits to be heard does not outlive a logout. A daemon that listens elsewhere, perhaps
/// beside another one, has a folder of its own beside its socket.
private func journalFolder(socket: String) -> String {
  let environment = ProcessInfo.processInfo.environment
  guard let directory = try? SocketPath.runtimeDirectory(environment: environment),
    let standard = try? SocketPath.standard(environment: environment), socket == standard
  else { return socket + ".journal" }
  return directory + "/cued"
}

private func restoreVolumes(journaledIn directory: String) -> Never {
  EventLoop.enqueue {
    restoration = VolumeRestoration(journalDirectory: directory)
    restoration?.run { outcome in
      guard case .failed(let error) = outcome else { exit(ExitStatus.success) }
      complain("cued", error.description)
      exit(ExitStatus.failure)
    }
  }
  while true { pause() }
}

@EventLoop private var restoration: VolumeRestoration?

private func answer(_ text: String) -> Never {
  exit(printLine(text) ? ExitStatus.success : ExitStatus.failure)
}

private func socketPath(_ arguments: CommandArguments) -> String {
  if let path = arguments["socket"] { return path }
  do {
    return try SocketPath.standard()
  } catch {
    complain("cued", error.description)
    exit(ExitStatus.failure)
  }
}
