import CommandLineTool
import CueInterface
import EventLoop
import TerminalScreen

/// Lists the voices that can speak; starts the daemon where it does not run.
///
/// - Parameter language: a tag, or `all`; nil: English.
/// - Returns: the exit status: failure where no voice speaks the language.
@EventLoop
func showVoices(speaking language: String?, at path: String, _ output: Output) async throws(Failure) -> Int32 {
  let reply: Voices.List.Reply
  do {
    let client = try await CueClient.connect(to: path, starting: true)
    let limit = client.closing()
    defer { limit.cancel() }
    reply = try await client.voices(speaking: language)
  } catch {
    throw Failure(error)
  }
  try output.show(reply, as: reply.lines)
  guard reply.voices.isEmpty else { return ExitStatus.success }
  throw Failure("no voice here speaks \(language ?? "en"): \"cuectl voices --language all\" lists those that there are")
}

/// Plays a voice or a chime, to its end; starts the daemon where it does not run.
///
/// - Returns: the exit status.
@EventLoop
func preview(_ what: Voices.Preview.Parameters, at path: String, _ output: Output) async throws(Failure) -> Int32 {
  do {
    let client = try await CueClient.connect(to: path, starting: true)
    defer { client.close() }
    let limit = client.closing()
    var isFirst = true
    for try await reply in client.preview(what) {
      limit.cancel()
      try output.showJSON(reply)
      if reply.state.isFinal { return try exitStatus(of: reply) }
      if isFirst { try await tellOfSilence(at: path) }
      isFirst = false
    }
  } catch {
    throw Failure(error)
  }
  throw Failure("cued did not tell how the preview ended")
}

/// Whoever waits for a sound is told at once where there is no sound server, by a connection that is not waiting itself.
@EventLoop
private func tellOfSilence(at path: String) async throws(CueClientError) {
  let client = try await CueClient.connect(to: path, starting: false)
  defer { client.close() }
  guard let reason = try await client.reasonForSilence() else { return }
  complain("cuectl", "nothing can be heard now: \(reason); \"cuectl doctor\" tells what to do")
}

extension Voices.List.Reply {
  /// A table, and below it the variants.
  var lines: [String] {
    guard !voices.isEmpty else { return [] }
    let rows = [(" ", ["NAME", "LANGUAGE", "GENDER", "KIND"], "FULL NAME")] + voices.map(\.row)
    let widths = rows[0].1.indices.map { column in rows.map { $0.1[column].count }.max() ?? 0 }
    let table = rows.map { mark, columns, title in
      "\(mark) " + zip(columns, widths).map { $0.padded(to: $1 + 2) }.joined() + title
    }
    return table + variantLines
  }

  private var variantLines: [String] {
    guard let example = variants.first(where: \.set) ?? variants.first(where: { $0.name == "f3" }) ?? variants.first,
      let voice = voices.first
    else { return [] }
    let names = [Voices.Gender.female, .male].flatMap { gender in
      let own = variants.filter { $0.gender == gender }.sorted { ($0.name.count, $0.name) < ($1.name.count, $1.name) }
      let listed = own.map { $0.set ? "*\($0.name)" : $0.name }
      let lines = (listed.dropLast().map { $0 + "," } + listed.suffix(1)).wrapped(to: 72)
      return lines.enumerated().map { "  \(($0 == 0 ? gender.rawValue : "").padded(to: 8))\($1)" }
    }
    return ["", "Variants, named behind a voice as in \(voice.name)+\(example.name):"] + names
  }
}

extension Voices.Voice {
  fileprivate var row: (mark: String, columns: [String], title: String) {
    (set ? "*" : " ", [name, languages.first ?? "", gender?.rawValue ?? "", kind.rawValue], title)
  }
}
