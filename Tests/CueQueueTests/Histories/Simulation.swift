import Cue
@testable import CueQueue

/// A queue that goes through a history, with its journal, its alarm and its clients, and the checker beside it.
struct Simulation {
  private var queue: FaultyQueue
  private var checker = Checker()
  private var now = History.begin
  private var journal: [UInt8] = []
  private let fault: SeededFault?
  private var hasOutput = true
  private var lead: Duration = .zero
  /// The connections that the clients have now.
  private var clients: [ConnectionID] = [1, 2, 3].map { ConnectionID($0) }
  private var connections: UInt64 = 3
  private var crowd = 0

  /// The first rule that a history breaks; nil if none.
  static func firstBroken(_ steps: [Step], _ fault: SeededFault? = nil) -> String? {
    var simulation = Simulation(fault)
    for step in steps {
      simulation.take(step)
      if let broken = simulation.checker.broken.first { return broken }
    }
    return simulation.firstBrokenInTheEnd()
  }

  private init(_ fault: SeededFault?) {
    self.fault = fault
    queue = FaultyQueue(CueQueue(), fault)
    queue.lead = lead
  }

  /// Everything that was accepted comes to an end.
  private mutating func firstBrokenInTheEnd() -> String? {
    take(.output(true))
    take(.cancelSession("crowd"))
    for _ in 0..<1_000 where !queue.present.isEmpty {
      let isTaken = queue.present.first?.state == .playing || checker.fading != nil
      take(isTaken ? .end(.played(note: nil)) : .pass(.seconds(100_000)))
      if let broken = checker.broken.first { return broken }
    }
    return queue.present.isEmpty ? nil : "8: a cue never ends"
  }

  private mutating func take(_ step: Step) {
    switch step {
    case .send(let message): send(received(message), from: clients[message.client])
    case .sendMany(let count):
      for _ in 0..<count {
        crowd += 1
        send(cue("crowd \(crowd)", .say("x", chime: nil), session: "crowd"), from: clients[0])
      }
    case .killInWrite(let message, let percent): killInWrite(received(message), percent)
    case .end(let outcome): end(outcome)
    case .pass(let duration): pass(duration)
    case .suspend(let duration):
      now = Now(boot: now.boot + duration, wall: now.wall + duration)
      advance()
    case .setWallClock(let change):
      now.wall = now.wall + change
      advance()
    case .cancel(let message): cancel(received(message).identity)
    case .cancelSession(let session): cancelAll(of: .session(session))
    case .close(let client): close(client)
    case .output(let available):
      hasOutput = available
      checker.output(available)
      carryOut(queue.setOutput(available, at: now))
    case .kill(let away): kill(away: away, unsure: nil)
    case .lead(let duration):
      (lead, checker.lead, queue.lead) = (duration, duration, duration)
      advance()
    }
    checker.settle(queue, at: now)
  }

  /// A client's message as it arrives over its present connection.
  private func received(_ message: Message) -> Cue {
    let scope = message.session.map(CueIdentity.Scope.session) ?? .connection(clients[message.client])
    return Cue(
      identity: CueIdentity("\(message.id)", in: scope), event: message.event,
      at: message.at.map { History.begin.wall + $0 }, expires: message.expires.map { History.begin.wall + $0 })
  }
}

// MARK: - What happens

extension Simulation {
  private mutating func advance() { carryOut(queue.advance(to: now)) }

  private mutating func carryOut(_ actions: [CueQueue.Action]) {
    journal += CueJournal.bytes(of: queue.takeUnjournaled())
    checker.answers(at: now)
    for action in actions { checker.saw(action, at: now) }
  }

  private mutating func send(_ cue: Cue, from client: ConnectionID) {
    advance()
    do throws(CueQueue.Refusal) {
      let (reception, actions) = try queue.receive(cue, from: client, at: now)
      checker.sent(cue, by: client, at: now, .success(reception))
      carryOut(actions)
      checker.answered(reception, to: cue)
    } catch {
      checker.sent(cue, by: client, at: now, .failure(error))
    }
  }

  private mutating func end(_ outcome: CueQueue.Outcome) {
    if let fading = checker.fading {
      checker.faded()
      return carryOut(queue.ended(fading, .stopped, at: now))
    }
    guard let playing = checker.live.values.first(where: { $0.state == .playing }) else { return }
    let (outcome, state): (CueQueue.Outcome, CueState) =
      switch (playing.isStopping, outcome) {
      case (true, _): (.stopped, .cancelled)
      case (false, .failed(let reason)): (.failed(reason), .failed)
      case (false, _): (outcome, .played)
      }
    checker.ask(playing.cue.identity, toBe: state)
    carryOut(queue.ended(playing.cue.identity, outcome, at: now))
  }

  /// The alarm rings whenever the queue has asked for it, and no later.
  private mutating func pass(_ duration: Duration) {
    let end = Now(boot: now.boot + duration, wall: now.wall + duration)
    while case let next = nextWakeup(), next <= end.boot, checker.broken.isEmpty {
      now = Now(boot: next, wall: now.wall + (next - now.boot))
      advance()
      checker.settle(queue, at: now)
    }
    now = end
    advance()
  }

  private func nextWakeup() -> BootTime {
    let wakeup = queue.wakeup
    let never = BootTime(.seconds(1 << 40))
    return min(wakeup.boot ?? never, wakeup.wall.map { now.boot + ($0 - now.wall) } ?? never)
  }

  private mutating func cancel(_ identity: CueIdentity) {
    do throws(CueQueue.Refusal) {
      let actions = try queue.cancel(identity, at: now)
      checker.cancelling(identity, at: now, nil)
      carryOut(actions)
    } catch {
      checker.cancelling(identity, at: now, error)
    }
    advance()
  }

  private mutating func cancelAll(of scope: CueIdentity.Scope) {
    for identity in checker.live.keys where identity.scope == scope { checker.cancelling(identity, at: now, nil) }
    carryOut(queue.cancelAll(at: now) { $0.identity.scope == scope }.actions)
    advance()
  }

  private mutating func close(_ client: Int) {
    queue.close(clients[client], at: now)
    checker.closed(clients[client], at: now)
    carryOut([])
    connections += 1
    clients[client] = ConnectionID(connections)
  }

  private mutating func kill(away: Duration, unsure: (cue: Cue, sent: Now)?) {
    now = Now(boot: now.boot + away, wall: now.wall + away)
    let heir = CueQueue(restoring: CueJournal.read(journal).records, hasOutput: hasOutput, at: now)
    queue = FaultyQueue(heir, fault)
    queue.lead = lead
    journal = CueJournal.bytes(of: queue.journalRecords(at: now))
    checker.killed(queue, at: now, unsure: unsure)
    clients = [1, 2, 3].map { ConnectionID($0) }
    connections = 3
    advance()
  }

  /// Nobody was told anything of the cue, and part of its records is on disk.
  private mutating func killInWrite(_ cue: Cue, _ percent: Int) {
    advance()
    _ = try? queue.receive(cue, from: clients[0], at: now)
    let bytes = CueJournal.bytes(of: queue.takeUnjournaled())
    journal += bytes.prefix(bytes.count * percent / 100)
    kill(away: .zero, unsure: (cue, now))
  }
}
