import CommandLineTool
import CueDaemon
import CueInterface
import EventLoop
import FoundationEssentials
import Glibc
import Playback
import Settings
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
    let settings = try settings(arguments)
    let volumeJournal = folder("XDG_STATE_HOME", inHome: ".local/state")
    if arguments.has("restore-volumes") { restoreVolumes(journaledIn: volumeJournal) }
    let socket = socketPath(arguments)
    Daemon.run(
      Daemon.Options(
        socketPath: socket, isTransient: arguments.has("transient"),
        settingsPath: folder("XDG_CONFIG_HOME", inHome: ".config") + "/settings.json", settings: settings,
        volumeJournal: volumeJournal, journalFolder: journalFolder(socket: socket)))
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

/// The options that are settings, for this run of the daemon alone.
private let settingOptions: [(option: String, setting: Setting)] = [
  ("ducking", .ducking), ("duck-db", .duckDepth), ("wake-ms", .wake),
]

/// What the command line sets, by the names of settings.
private func settings(_ arguments: CommandArguments) throws(UsageError) -> [String: SettingValue] {
  var settings: [String: SettingValue] = [:]
  for (option, setting) in settingOptions {
    guard let text = arguments[option] else { continue }
    do {
      settings[setting.name] = try setting.value(written: text)
    } catch {
      throw UsageError("--\(option): must be \(setting.expected), not \(text)")
    }
  }
  return settings
}

/// The folder `cued` in a folder of the person's, for what outlives a logout.
///
/// - Parameters:
///   - variable: says where that is.
///   - standard: where it is if nothing says so.
private func folder(_ variable: String, inHome standard: String) -> String {
  let environment = ProcessInfo.processInfo.environment
  if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/cued" }
  return (environment["HOME"] ?? "/") + "/\(standard)/cued"
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
