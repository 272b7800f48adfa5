import CommandLineTool
import Cue
import CueInterface
import EventLoop

/// Looks at all that is needed for a cue to be heard, says how it is and what can be done, and plays a cue to try it.
/// It starts the daemon where it does not run, as those who send cues do.
@EventLoop
struct Doctor {
  /// What waits before it and the cue itself may take so long.
  private static let patienceWithCue: Duration = .seconds(30)

  private let path: String
  private let output: Output
  private var hasFailed = false

  init(at path: String, _ output: Output) {
    self.path = path
    self.output = output
  }

  /// - Parameter isQuiet: play no cue.
  /// - Returns: the exit status: failure where a cue cannot be heard.
  mutating func examine(isQuiet: Bool) async throws(Failure) -> Int32 {
    let couldBeHeard = try await examineDaemon()
    try tell(UserUnits.current.finding)
    if couldBeHeard, !isQuiet { try tell(await playTestCue()) }
    return hasFailed ? ExitStatus.failure : ExitStatus.success
  }

  private mutating func tell(_ finding: Cues.Finding) throws(Failure) {
    if finding.verdict == .failure { hasFailed = true }
    try output.show(finding, as: [finding.line])
  }

  /// - Returns: whether there is reason to try a cue.
  private mutating func examineDaemon() async throws(Failure) -> Bool {
    do {
      let ran = (try? await CueClient.connect(to: path, starting: false)) != nil
      let client = try await CueClient.connect(to: path, starting: true)
      let limit = client.closing()
      defer { limit.cancel() }
      try tell(Cues.Finding("socket", .ok, path))
      let status = try await client.status()
      try tell(Cues.Finding(status, wasThere: ran))
      let findings = try await client.examine()
      for finding in findings { try tell(finding) }
      client.close()
      return !findings.contains { $0.verdict == .failure }
    } catch let error as CueClientError {
      try tell(Cues.Finding(error, at: path))
      return false
    } catch {
      throw Failure(error)
    }
  }

  private func playTestCue() async throws(Failure) -> Cues.Finding {
    let cue = WireCue(
      id: "doctor-" + String(UInt64.random(in: .min ... .max), radix: 36),
      event: .say("This is a test.", chime: "bell"))
    do {
      let client = try await CueClient.connect(to: path, starting: false)
      let limit = client.closing(after: Self.patienceWithCue)
      defer { limit.cancel() }
      for try await reply in client.follow(cue) where reply.state.isFinal {
        client.close()
        return Cues.Finding(ofTestCue: reply)
      }
    } catch {
      return Cues.Finding("test cue", .failure, Failure(error).message, advice: "Look at \"cuectl status\"")
    }
    return Cues.Finding("test cue", .failure, "cued did not tell how it ended", advice: "Look at \"cuectl status\"")
  }
}

extension Cues.Finding {
  /// In one line.
  var line: String {
    let advice = advice.map { ". \($0)" } ?? ""
    return "\(verdict.rawValue.padded(to: 7))  \(subject.padded(to: 12))  \(finding)\(advice)"
  }

  /// - Parameter wasThere: it, or a service manager in its place, listened already.
  fileprivate init(_ status: Cues.GetStatus.Reply, wasThere: Bool) {
    let started = wasThere ? "" : ", started for this"
    self.init("daemon", .ok, "cued \(status.version), process \(status.pid)\(started)")
  }

  /// - Parameter error: why the daemon is of no use.
  fileprivate init(_ error: CueClientError, at path: String) {
    switch error {
    case .call(.closed):
      self.init(
        "daemon", .failure, "it does not answer", advice: "Restart it with \(Failure.restartCommands)")
    case .otherVersion: self.init("daemon", .failure, "\(error)")
    case .cannotStart: self.init("daemon", .failure, "\(error)", advice: "\"cued\" by hand says more")
    case .call:
      self.init(
        "daemon", .failure, "\(error)", advice: "\"journalctl --user --unit cued\" may say more; \"cued\" by hand does")
    default:
      self.init("socket", .failure, "\(error)", advice: "Name another one with --socket, or remove what is at \(path)")
    }
  }

  fileprivate init(ofTestCue end: Cues.Play.Reply) {
    switch (end.state, end.reason) {
    case (.played, nil): self.init("test cue", .ok, "played")
    case (.played, let reason?): self.init("test cue", .warning, "played, but \(reason)")
    case (let state, let reason):
      self.init(
        "test cue", .failure, "\(state.rawValue)\(reason.map { ": \($0)" } ?? "")", advice: "Look at \"cuectl status\"")
    }
  }
}
