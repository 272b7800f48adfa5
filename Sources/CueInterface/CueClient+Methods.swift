import Cue
import EventLoop
import Varlink

extension CueClient {
  /// Sends a cue, and returns the state in which it was accepted.
  public func play(_ cue: WireCue) async throws(CueClientError) -> Cues.Play.Reply {
    let result = await withCheckedContinuation { continuation in send(cue) { continuation.resume(returning: $0) } }
    return try result.get()
  }

  /// Sends a cue without waiting: what is sent one after another arrives in that order.
  ///
  /// - Parameter handler: gets the state in which it was accepted.
  public func send(
    _ cue: WireCue, _ handler: @escaping @EventLoop (Result<Cues.Play.Reply, CueClientError>) -> Void
  ) {
    submit(Cues.Play.method, Cues.Play.Parameters(cue: cue), surviving: .cue(cue), handler)
  }

  /// Sends a cue and tells each of its states, until the last. Throws a ``CueClientError``.
  ///
  /// Another daemon that comes in between goes on with it, if it has a session; a state that this brings again is told
  /// once.
  public func follow(_ cue: WireCue) -> AsyncThrowingStream<Cues.Play.Reply, any Error> {
    stream(Cues.Play.method, Cues.Play.Parameters(cue: cue), surviving: .cue(cue), repeating: false)
  }

  /// Takes cues back, and returns how many.
  public func cancel(_ target: Cues.Cancel.Parameters.Target) async throws(CueClientError) -> Int {
    let result = await withCheckedContinuation { continuation in
      send(cancelling: target) { continuation.resume(returning: $0) }
    }
    return try result.get().cancelled
  }

  /// Takes cues back without waiting: in order with what is sent before and after.
  public func send(
    cancelling target: Cues.Cancel.Parameters.Target,
    _ handler: @escaping @EventLoop (Result<Cues.Cancel.Reply, CueClientError>) -> Void = { _ in }
  ) {
    forgetKept(target)
    submit(Cues.Cancel.method, Cues.Cancel.Parameters(target), surviving: .always, handler)
  }

  /// Fails where the daemon goes before it has answered: another one's is another status.
  public func status() async throws(CueClientError) -> Cues.GetStatus.Reply {
    try await ask(Cues.GetStatus.method, NoParameters())
  }

  /// What the daemon finds where it looks at all that is needed for a cue to be heard.
  public func examine() async throws(CueClientError) -> [Cues.Finding] {
    let reply: Cues.Examine.Reply = try await ask(Cues.Examine.method, NoParameters())
    return reply.findings
  }

  /// The voices that speak a language, the best first; see ``Voices/List``.
  public func voices(speaking language: String?) async throws(CueClientError) -> Voices.List.Reply {
    try await ask(Voices.List.method, Voices.List.Parameters(language: language))
  }

  /// Plays a voice or a chime over the music, and tells each state of that, until the last. Throws a ``CueClientError``.
  public func preview(_ what: Voices.Preview.Parameters) -> AsyncThrowingStream<Voices.Preview.Reply, any Error> {
    stream(Voices.Preview.method, what, surviving: .never, repeating: false)
  }

  /// Everything that waits or plays, then every change, until the connection is closed; after each return of the
  /// daemon, everything again. Throws a ``CueClientError``.
  public func monitor() -> AsyncThrowingStream<Cues.Monitor.Reply, any Error> {
    stream(Cues.Monitor.method, NoParameters(), surviving: .always, repeating: true)
  }
}

// MARK: - Settings

extension CueClient {
  /// What is set.
  ///
  /// - Parameter names: of settings; nil: all.
  public func settings(_ names: [String]? = nil) async throws(CueClientError) -> SettingsInterface.Get.Reply {
    try await ask(SettingsInterface.Get.method, SettingsInterface.Get.Parameters(names: names))
  }

  /// Changes all of these settings or none, and tells what holds then.
  public func set(_ changes: [SettingsInterface.Change]) async throws(CueClientError) -> [SettingsInterface.Row] {
    let reply: SettingsInterface.Set.Reply = try await ask(
      SettingsInterface.Set.method, SettingsInterface.Set.Parameters(changes: changes))
    return reply.settings
  }

  /// What is set, then every change, until the connection is closed; after each return of the daemon, everything again.
  /// Throws a ``CueClientError``.
  public func monitorSettings() -> AsyncThrowingStream<SettingsInterface.Get.Reply, any Error> {
    stream(SettingsInterface.Get.method, SettingsInterface.Get.Parameters(), surviving: .always, repeating: true)
  }
}
