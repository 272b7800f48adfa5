import Cue
import CueInterface
import CueQueue
import EventLoop
import Glibc
import Playback
import Sound
import Varlink

/// Answers the calls of `io.cued.Cues`, and tells those who asked what becomes of the cues.
@EventLoop
final class CueService {
  private let desk: CueDesk
  /// Who follows which cue, with `Play` and `more`.
  private var followers: [CueIdentity: [VarlinkCall]] = [:]
  private var monitors: [VarlinkCall] = []
  private var examinations: [Examination] = []
  /// How many clients are connected.
  var connectionCount: @EventLoop () -> Int = { 0 }
  /// Why the settings file is not in force.
  var settingsTrouble: @EventLoop () -> String? = { nil }

  init(desk: CueDesk) {
    self.desk = desk
  }

  var interface: VarlinkInterface {
    VarlinkInterface(name: Cues.name, description: Cues.description, invalidField: VarlinkError.invalidField) {
      [weak self] call in self?.answer(call)
    }
  }

  private func answer(_ call: VarlinkCall) {
    call.answer { call throws(VarlinkError) in
      switch call.method {
      case Cues.Play.method: try play(call)
      case Cues.Cancel.method: try cancel(call)
      case Cues.Monitor.method: try monitor(call)
      case Cues.Examine.method: try examine(call)
      case Cues.GetStatus.method: try status(call)
      default: throw .methodNotFound(call.method)
      }
    }
  }
}

// MARK: - Methods

extension CueService {
  private func play(_ call: VarlinkCall) throws(VarlinkError) {
    let wire = try call.parameters(as: Cues.Play.Parameters.self).cue
    if case .say(_, let chime?) = wire.event, let error = FieldError(unlessChime: chime, field: "cue.chime") {
      throw .invalidField(error)
    }
    let cue = wire.cue(from: ConnectionID(call.connection.id))
    guard let voice = cue.voice else { return try accept(cue, call) }
    desk.look(for: voice) { [weak self] unknown in
      guard call.isOpen else { return }
      call.answer { call throws(VarlinkError) in
        if let unknown { throw Voices.unknownVoice(unknown.name, nearest: unknown.nearest, in: Cues.name) }
        try self?.accept(cue, call)
      }
    }
  }

  private func accept(_ cue: Cue, _ call: VarlinkCall) throws(VarlinkError) {
    do throws(CueQueue.Refusal) {
      try receive(cue, call)
    } catch {
      throw VarlinkError(error)
    }
  }

  /// Hands a cue on, and tells the caller what becomes of it.
  func receive(_ cue: Cue, _ call: VarlinkCall) throws(CueQueue.Refusal) {
    try desk.receive(cue, from: ConnectionID(call.connection.id)) { accepted(cue.identity, $0, call) }
  }

  private func accepted(_ identity: CueIdentity, _ reception: CueQueue.Reception, _ call: VarlinkCall) {
    let follows = call.wantsMore && !call.isOneway && !(reception.isRepetition && reception.state.isFinal)
    if follows { follow(identity, call) }
    // Of a new cue, the states that follow are still to be told.
    if follows && !reception.isRepetition { return }
    call.reply(Cues.Play.Reply(state: reception.state, reason: reception.reason), continues: follows)
  }

  private func follow(_ identity: CueIdentity, _ call: VarlinkCall) {
    followers[identity, default: []].append(call)
    call.onAbandoned = { [weak self, unowned call] in
      self?.followers[identity]?.removeAll { $0 === call }
      if self?.followers[identity]?.isEmpty == true { self?.followers[identity] = nil }
    }
  }

  private func cancel(_ call: VarlinkCall) throws(VarlinkError) {
    let target = try call.parameters(as: Cues.Cancel.Parameters.self).target
    do throws(CueQueue.Refusal) {
      let count =
        switch target {
        case .cue(let id, let session): try desk.cancel(identity(id, session, for: call))
        case .all(nil): desk.cancelAll { _ in true }
        case .all(let session?): desk.cancelAll { $0.identity.scope == .session(session) }
        }
      call.reply(Cues.Cancel.Reply(cancelled: count))
    } catch {
      throw VarlinkError(error)
    }
  }

  /// A cue without a session is looked for on the caller's own connection first, then on all.
  private func identity(_ id: String, _ session: String?, for call: VarlinkCall) -> CueIdentity {
    if let session { return CueIdentity(id, in: .session(session)) }
    let own = CueIdentity(id, in: .connection(ConnectionID(call.connection.id)))
    if desk.queue.state(of: own) != nil { return own }
    let others = desk.queue.present.map(\.cue.identity).first {
      if case .connection = $0.scope { $0.id == id } else { false }
    }
    return others ?? own
  }

  private func monitor(_ call: VarlinkCall) throws(VarlinkError) {
    _ = try call.parameters(as: NoParameters.self)
    let cues = desk.queue.present.map { Cues.Change(cue: WireCue($0.cue), state: $0.state) }
    let follows = call.wantsMore && !call.isOneway
    call.reply(Cues.Monitor.Reply(cues: cues, output: Cues.Output(desk.output)), continues: follows)
    guard follows else { return }
    monitors.append(call)
    call.onAbandoned = { [weak self, unowned call] in self?.monitors.removeAll { $0 === call } }
  }

  private func examine(_ call: VarlinkCall) throws(VarlinkError) {
    _ = try call.parameters(as: NoParameters.self)
    examinations.append(
      Examination(of: desk, settingsTrouble: settingsTrouble()) { [weak self] examination, findings in
        self?.examinations.removeAll { $0 === examination }
        if call.isOpen { call.reply(Cues.Examine.Reply(findings: findings)) }
      })
  }

  private func status(_ call: VarlinkCall) throws(VarlinkError) {
    _ = try call.parameters(as: NoParameters.self)
    let playing = desk.queue.present.first { $0.state == .playing }
    call.reply(
      Cues.GetStatus.Reply(
        version: cuedVersion, pid: Int(getpid()), output: Cues.Output(desk.output), voice: desk.voice,
        missingVoice: desk.missingVoice,
        playing: playing.map { WireCue($0.cue) }, waiting: desk.queue.waitingCount, connections: connectionCount(),
        unjournaled: desk.unjournaled, settings: settingsTrouble()))
  }
}

// MARK: - Telling

extension CueService {
  func tell(_ change: CueDesk.Change) {
    switch change {
    case .trouble, .notice: break
    case .output: tellMonitors(Cues.Monitor.Reply(output: Cues.Output(desk.output)))
    case .cue(let cue, let state, let reason):
      tellFollowers(of: cue.identity, Cues.Play.Reply(state: state, reason: reason))
      guard !monitors.isEmpty else { return }
      tellMonitors(Cues.Monitor.Reply(change: Cues.Change(cue: WireCue(cue), state: state, reason: reason)))
    }
  }

  /// Tells the monitors of settings that have changed, and of the values that they have now.
  func tell(_ changes: [Cues.SettingChange]) { tellMonitors(Cues.Monitor.Reply(settings: changes)) }

  private func tellFollowers(of identity: CueIdentity, _ reply: Cues.Play.Reply) {
    let calls = reply.state.isFinal ? followers.removeValue(forKey: identity) : followers[identity]
    for call in calls ?? [] { call.reply(reply, continues: !reply.state.isFinal) }
  }

  private func tellMonitors(_ reply: Cues.Monitor.Reply) {
    VarlinkCall.reply(reply, to: monitors)
  }
}

extension VarlinkError {
  fileprivate init(_ refusal: CueQueue.Refusal) {
    self =
      switch refusal {
      case .queueFull(let limit): .queueFull(limit: limit)
      case .identityInUse(let identity): .identityInUse(identity)
      case .unknown(let identity): .noSuchCue(identity)
      case .ended(let identity, let state): .cueEnded(identity, state)
      }
  }
}

extension Cues.Output {
  init(_ status: PlaybackStatus) {
    self.init(
      server: status.server, sink: status.output, ducking: status.ducking.rawValue, reason: status.reason,
      unchangeable: status.unchangeable == 0 ? nil : status.unchangeable, missing: status.missingOutput)
  }
}
