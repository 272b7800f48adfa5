import CSystemd
import Cue
import CueInterface
import CueRenderer
import EventLoop
import FoundationEssentials
import Glibc
import Settings
import Systemd
import Varlink

/// The daemon: its socket, its queue, its voice and its sound, from start to end.
@EventLoop
public final class Daemon {
  public struct Options: Sendable {
    /// Where to listen; systemd's socket, where it hands one over, comes first.
    public var socketPath: String
    /// Leave a minute after the last client: nobody but the clients knows of this daemon.
    public var isTransient: Bool
    /// The settings file.
    public var settingsPath: String
    /// What the command line sets, by the names of settings; it counts more than the file.
    public var settings: [String: SettingValue]
    /// The folder where volumes of others are journaled while they are lowered.
    public var volumeJournal: String
    /// Where cues are journaled, so that they outlive this process. No other daemon's.
    public var journalFolder: String

    public init(
      socketPath: String, isTransient: Bool, settingsPath: String, settings: [String: SettingValue],
      volumeJournal: String, journalFolder: String
    ) {
      self.socketPath = socketPath
      self.isTransient = isTransient
      self.settingsPath = settingsPath
      self.settings = settings
      self.volumeJournal = volumeJournal
      self.journalFolder = journalFolder
    }
  }

  private static let transientPatience: Duration = .seconds(60)
  /// How long a cue may still take that plays when we are told to leave.
  private static let lastWords: Duration = .seconds(1)
  /// How long a sound server that does not answer may keep us from leaving.
  private static let farewell: Duration = .seconds(3)

  private let options: Options
  private let settings: SettingsStore
  private let desk: CueDesk
  private let service: CueService
  private let voices: VoiceService
  private let settingsService: SettingsService
  private let server: VarlinkServer
  private var signals: [SignalWatch] = []
  private var departure: Timer?
  private var isLeaving = false

  private init(_ options: Options) {
    self.options = options
    let renderer = CueRenderer(environment: ProcessInfo.processInfo.environment)
    settings = SettingsStore(SettingsFile(path: options.settingsPath), options: options.settings)
    settings.onNotice = { Log.write($0, .warning) }
    settings.load()
    desk = CueDesk(
      renderer: renderer, settings: settings.settings, volumeJournal: options.volumeJournal,
      journalFolder: options.journalFolder)
    service = CueService(desk: desk)
    voices = VoiceService(desk: desk, cues: service)
    settingsService = SettingsService(store: settings, desk: desk)
    server = VarlinkServer(
      VarlinkServer.Service(vendor: "cued", product: "cued", version: cuedVersion, url: "https://varlink.org"),
      interfaces: [service.interface, voices.interface, settingsService.interface])
  }

  /// Runs the daemon until it is told to stop. To be called once, before the event loop runs.
  public nonisolated static func run(_ options: Options) -> Never {
    signal(SIGPIPE, SIG_IGN)
    // A journal that may not grow is an error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    SignalWatch.block([SIGTERM, SIGINT, SIGHUP])
    EventLoop.enqueue { running = Daemon(options) }
    EventLoop.enqueue { running?.start() }
    while true { pause() }
  }

  private static var running: Daemon?
}

// MARK: - Start and end

extension Daemon {
  private func start() {
    desk.handler = { [unowned self] change in
      service.tell(change)
      log(change)
    }
    service.connectionCount = { [unowned self] in server.connectionCount }
    service.settingsTrouble = { [unowned self] in settings.trouble }
    settings.onChange = { [unowned self] in settingsChanged($0) }
    server.tooManyConnections = .tooManyConnections(limit: VarlinkServer.Limits().connections)
    server.onConnectionsExhausted = { [unowned self] process in
      Log.write(
        "process \(process) is turned away: \(server.connectionCount) clients are connected already", .warning)
    }
    server.onOverflow = { peer in
      Log.write("process \(peer.process) does not read what it asked for: disconnected", .warning)
    }
    server.onConnectionOpened = { [unowned self] _ in departure?.disarm() }
    server.onConnectionClosed = { [unowned self] peer in
      desk.close(ConnectionID(peer.id))
      considerLeaving()
    }
    signals = [SIGTERM, SIGINT].map { signal in SignalWatch(signal) { [unowned self] in leave() } }
    // Also told by a terminal that closes, which does not end what others use.
    signals.append(SignalWatch(SIGHUP) { [unowned self] in settings.load() })
    do {
      try listen()
    } catch .inUse where options.isTransient {
      // Two clients started a daemon at once: the other one serves both.
      exit(0)
    } catch {
      Log.write(error.advice.map { "\(error): \($0)" } ?? error.description, .error)
      exit(1)
    }
    if options.isTransient { releaseStandardError() }
    desk.start()
    ServiceState.ready.tell()
    EventLoop.answerWatchdog()
    if options.isTransient {
      departure = Timer(.boot) { [unowned self] in leaveIfIdle() }
      considerLeaving()
    }
  }

  /// On the socket that systemd hands over, if it does; else on one of our own.
  private func listen() throws(VarlinkListenError) {
    if sd_listen_fds(1) > 0 {
      try server.listen(on: Int32(SD_LISTEN_FDS_START))
    } else {
      try server.listen(at: options.socketPath)
    }
  }

  private func settingsChanged(_ changed: [Setting]) {
    desk.use(settings.settings)
    service.tell(changed.map { Cues.SettingChange(name: $0.name, value: settings.settings[$0]) })
    settingsService.tell(changed)
  }

  private func considerLeaving() {
    guard options.isTransient, server.connectionCount == 0 else { return }
    departure?.arm(after: Self.transientPatience)
  }

  private func leaveIfIdle() {
    guard server.connectionCount == 0 else { return }
    if desk.queue.present.isEmpty { leave() } else { considerLeaving() }
  }

  private func leave() {
    guard !isLeaving else { return }
    isLeaving = true
    ServiceState.stopping.tell()
    // What comes from now on is the next daemon's.
    server.stopListening()
    desk.finish(within: Self.lastWords) { [self] in shutDown() }
  }

  /// A cue that still plays stays in the journal, for the next daemon.
  private func shutDown() {
    desk.closeJournal()
    server.close()
    departure = Timer(.boot) { exit(0) }
    departure?.arm(after: Self.farewell)
    desk.shutDown { exit(0) }
  }

  /// Standard error is our client's: kept open, it would keep everyone waiting who reads the client's output.
  private func releaseStandardError() {
    let journal = sd_journal_stream_fd("cued", LOG_INFO, 0)
    let log = journal >= 0 ? journal : open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(log, STDERR_FILENO)
    Glibc.close(log)
    Log.goesToJournal = journal >= 0
  }
}

// MARK: - What is worth a line

extension Daemon {
  private func log(_ change: CueDesk.Change) {
    switch change {
    case .output:
      Log.write(desk.output.line, .info)
      ServiceState.status(desk.output.line).tell()
    case .trouble(let error): Log.write(error.description, .warning)
    case .notice(let line): Log.write(line, .notice)
    case .cue(let cue, let state, let reason):
      guard state.isFinal else { return }
      let because = reason.map { ": \($0)" } ?? ""
      Log.write(
        "\(cue.event.kind.rawValue) \(cue.identity.id) \(state.rawValue)\(because)", .info, of: cue.identity)
    }
  }
}

extension VarlinkListenError {
  /// What the person can do about it; nil: what the system says has to do.
  fileprivate var advice: String? {
    switch self {
    case .unusablePath: "name another one with --socket"
    case .notASocket: "remove it, or listen elsewhere with --socket"
    case .inUse: "end that one, or listen elsewhere with --socket"
    case .notListening: "have cued.socket start cued, or start it where LISTEN_FDS is not set"
    case .failed: nil
    }
  }
}
