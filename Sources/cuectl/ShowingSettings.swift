import CommandLineTool
import CueInterface
import EventLoop
import Settings

extension SettingsRequest {
  /// Carries it out, and starts the daemon if nobody listens.
  ///
  /// - Returns: the exit status.
  @EventLoop
  func carryOut(at path: String, _ output: Output) async throws(Failure) -> Int32 {
    let client: CueClient
    do {
      client = try await CueClient.connect(to: path, starting: true)
      switch self {
      case .get(let setting): try show(try await client.settings(setting.map { [$0.name] }), output)
      case .set(let changes): try show(try await client.set(changes), changes, output)
      }
    } catch {
      throw Failure(error)
    }
    client.close()
    return ExitStatus.success
  }

  private func show(_ reply: SettingsInterface.Get.Reply, _ output: Output) throws(Failure) {
    if let trouble = reply.trouble { complain("cuectl", "\(trouble): the settings from before are in force") }
    if case .get(_?) = self, let row = reply.settings.first {
      return try output.show(row, as: [row.value?.description ?? ""])
    }
    try output.show(reply, as: reply.lines)
  }

  /// Says what has not come of the changes, because the daemon's command line counts more.
  private func show(
    _ rows: [SettingsInterface.Row], _ changes: [SettingsInterface.Change], _ output: Output
  ) throws(Failure) {
    try output.showJSON(SettingsInterface.Set.Reply(settings: rows))
    for row in rows where row.source == .option {
      complain("cuectl", "\(row.name) is noted, and stays \(row.valueWords) as long as this cued runs: \(row.origin)")
    }
  }
}

extension SettingsInterface.Get.Reply {
  /// For people: names, values and where they come from, in three columns.
  var lines: [String] {
    let names = settings.map(\.name.count).max() ?? 0
    let values = settings.map(\.valueWords.count).max() ?? 0
    return settings.map { "\($0.name.padded(to: names))  \($0.valueWords.padded(to: values))  \($0.origin)" }
  }
}

extension SettingsInterface.Row {
  fileprivate var valueWords: String { value?.description ?? "-" }

  fileprivate var origin: String {
    switch source {
    case .standard: "default"
    case .file: "set"
    case .option: "cued's command line says so"
    }
  }
}
