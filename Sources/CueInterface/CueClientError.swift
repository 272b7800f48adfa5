import JSON
import Settings
import Varlink

/// Why the daemon did not do what it was asked.
public enum CueClientError: Error, Sendable {
  /// Neither `$XDG_RUNTIME_DIR` nor `/run/user/UID` is there.
  case noRuntimeDirectory
  case connection(VarlinkConnectionError)
  /// Nobody listened, and the daemon could not be started; says why.
  case cannotStart(String)
  /// The daemon answered with an error, or not at all.
  case call(VarlinkCallError)
  /// The daemon is of another version, and does not know what it was asked for, or answers what this program does not
  /// know.
  case otherVersion(daemon: String, VarlinkCallError)
  /// The daemon went away, and the next one cannot know this cue, which has no session.
  case lostTrack(of: String)
}

extension CueClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noRuntimeDirectory:
      "XDG_RUNTIME_DIR is not set and there is no /run/user folder of yours: name the socket with --socket"
    case .connection(let error): error.description
    case .cannotStart(let why): "cued does not run and cannot be started: \(why)"
    case .call(.service(let error)): Self.sentence(for: error)
    case .call(.disconnected): "cued closed the connection without an answer"
    // Whoever closes a client while it waits has waited long enough.
    case .call(.closed): "cued does not answer"
    case .call(let error): error.description
    case .otherVersion(let version, let error):
      "cued \(version) is running, and this program is of version \(cuedVersion) (\(Self.call(error))): "
        + "restart cued, with \"systemctl --user restart cued\" or \"pkill -x cued\""
    case .lostTrack(let id):
      "cued has gone away, and what becomes of \(id) is not known any more, since it has no session"
    }
  }

  /// The field that the daemon refused, and why, where that is what has happened.
  public var invalidField: FieldError? {
    guard case .call(.service(let error)) = self, error.name.hasSuffix(".InvalidField") else { return nil }
    guard let fields = try? error.parameters(as: [String: String].self) else { return nil }
    guard let field = fields["field"], let reason = fields["reason"] else { return nil }
    return FieldError(field: field, reason: reason)
  }

  /// Whether a voice was named that cannot speak.
  public var isOfUnknownVoice: Bool {
    if case .call(.service(let error)) = self { error.name.hasSuffix(".UnknownVoice") } else { false }
  }

  /// What the daemon has to say against a setting, where that is what has happened.
  public var settingError: SettingError? {
    if case .call(.service(let error)) = self { error.settingError } else { nil }
  }

  /// The daemon's own errors, in words.
  private static func sentence(for error: VarlinkServiceError) -> String {
    if let error = error.settingError { return error.description }
    let fields = (try? error.parameters(as: [String: JSONValue].self)) ?? [:]
    func field(_ name: String) -> String { fields[name]?.description ?? "?" }
    switch error.name {
    case "\(Cues.name).UnknownVoice", "\(Voices.name).UnknownVoice":
      let nearest = (try? error.parameters(as: UnknownVoice.self).nearest) ?? []
      return "there is no voice \(field("voice"))\(nearest.isEmpty ? "" : ": did you mean \(nearest.alternatives)?")"
    case "\(Voices.name).NoVoices": return "it cannot be found out which voices there are: \(field("reason"))"
    case "\(SettingsInterface.name).NotWritten": return field("reason")
    case "\(Voices.name).QueueFull": return "\(field("limit")) cues wait already: cancel some, or try again later"
    case "\(Cues.name).InvalidField", "\(Voices.name).InvalidField", "\(SettingsInterface.name).InvalidField":
      return "\(field("field")) \(field("reason"))"
    case "\(Cues.name).QueueFull": return "\(field("limit")) cues wait already: cancel some, or try again later"
    case "\(Cues.name).TooManyConnections": return "\(field("limit")) clients are connected already: close one"
    case "\(Cues.name).IdentityInUse": return "another cue has the id \(field("id")) already: choose another id"
    case "\(Cues.name).NoSuchCue": return "no cue with the id \(field("id")) waits or plays"
    case "\(Cues.name).CueEnded": return "the cue \(field("id")) has ended already: it was \(field("state"))"
    default: return error.description
    }
  }
}

private struct UnknownVoice: Decodable {
  let nearest: [String]
}

extension [String] {
  /// In words: `en-us, en-gb or en-029`.
  fileprivate var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}

extension FieldError {
  /// Whether it was refused because nobody there knows such a field.
  var isOfUnknownField: Bool { reason.hasPrefix("is unknown") }
}
