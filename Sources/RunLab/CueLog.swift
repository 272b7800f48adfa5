import Cue
import CueInterface
import CueQueue
import CueText
import EventLoop
import FoundationEssentials
import Glibc

/// Writes down what becomes of the cues of a daemon, and of those that come after it.
@EventLoop
final class CueLog {
  private let client: CueClient
  private let journal: String
  private var fates: [CueIdentity: CueFate] = [:]
  private var listening: Task<Void, Never>?

  /// - Parameters:
  ///   - socket: where the daemon listens already.
  ///   - journal: its journal of cues.
  init(socket: String, journal: String) async throws {
    client = try await CueClient.connect(to: socket, starting: false, returning: true)
    self.journal = journal
    listening = Task { [weak self, client] in
      do {
        for try await reply in client.monitor() { self?.note(reply) }
      } catch {
        // The connection was closed: see `close`.
      }
    }
  }

  func close() {
    client.close()
    listening?.cancel()
  }

  /// The daemon's process now; nil where none answers.
  func daemon(socket: String) async -> pid_t? {
    guard let other = try? await CueClient.connect(to: socket, starting: false) else { return nil }
    defer { other.close() }
    return (try? await other.status()).map { pid_t($0.pid) }
  }

  /// The session in which a workout was begun last, and when.
  func lastStart(after moment: BootTime) -> (session: String, moment: BootTime)? {
    let starts = fates.compactMap { identity, fate -> (session: String, moment: BootTime)? in
      guard identity.id == "start", case .session(let session) = identity.scope, let first = fate.steps.first,
        first.moment >= moment
      else { return nil }
      return (session, first.moment)
    }
    return starts.max { $0.moment < $1.moment }
  }

  /// Whether that cue of the session has been told of.
  func knows(_ id: String, of session: String) -> Bool { fates[CueIdentity(id, in: .session(session))] != nil }

  func firstMoment(of id: String, in session: String) -> BootTime? {
    fates[CueIdentity(id, in: .session(session))]?.steps.first?.moment
  }

  /// Whether all that was told of has come to its end.
  func isQuiet(_ session: String) -> Bool {
    let queue = readJournal()
    return fates.keys.allSatisfy { identity in
      identity.scope != .session(session) || queue.state(of: identity)?.state.isFinal ?? true
    }
  }

  /// What became of the session's cues, by the ids of their events. A cue that was sent anew under another identity, since
  /// a clock was set past the first one's time, is still the same event's.
  func fates(of session: String, events: [SpecifiedEvent]) -> [String: CueFate] {
    let queue = readJournal()
    let ids = Set(events.map(\.id))
    var result: [String: CueFate] = [:]
    for (identity, fate) in fates.sorted(by: { $0.key.id < $1.key.id }) where identity.scope == .session(session) {
      var id = identity.id
      if !ids.contains(id), let dash = id.lastIndex(of: "-"), ids.contains(String(id[..<dash])) {
        id = String(id[..<dash])
      }
      result[id, default: CueFate(text: fate.text)].steps += fate.steps
      result[id]?.journaled = queue.state(of: identity)?.state
    }
    for event in events where result[event.id] == nil {
      guard let state = queue.state(of: CueIdentity(event.id, in: .session(session)))?.state else { continue }
      result[event.id] = CueFate(text: event.text == "(tick)" ? nil : event.text, journaled: state)
    }
    return result
  }

  /// What the next daemon would know.
  private func readJournal() -> CueQueue {
    let bytes = (try? Data(contentsOf: URL(filePath: journal))) ?? Data()
    let now = Now(
      boot: BootTime(.microseconds(Timer.Clock.boot.now)), wall: WallTime(microseconds: Timer.Clock.wall.now))
    return CueQueue(restoring: CueJournal.read(Array(bytes)).records, at: now)
  }

  private func note(_ reply: Cues.Monitor.Reply) {
    let now = BootTime(.microseconds(Timer.Clock.boot.now))
    for change in (reply.cues ?? []) + [reply.change].compactMap(\.self) {
      guard let session = change.cue.session else { continue }
      let identity = CueIdentity(change.cue.id, in: .session(session))
      fates[identity, default: CueFate(text: change.cue.event.sentence(in: .english))].steps.append(
        CueFate.Step(change.state, reason: change.reason, at: now))
    }
  }
}
