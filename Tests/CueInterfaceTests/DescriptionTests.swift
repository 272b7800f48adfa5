import Cue
import Ducking
import FoundationEssentials
import Glibc
import Settings
import Testing

@testable import CueInterface
@testable import Varlink

/// The `.varlink` file and the types that are sent say the same.
@Suite struct DescriptionTests {
  /// The interface, as PyPI's varlink has read it.
  private struct Interface: Decodable {
    /// The fields of each type and error, and of what each method takes (`Play.in`) and gives (`Play.out`).
    var structures: [String: [String: String]]
    /// The cases of each enumeration: `State`, `Cue.event`.
    var enumerations: [String: [String]]

    func fields(_ name: String) throws -> Set<String> { Set(try #require(structures[name], "\(name)").keys) }

    /// The fields that must be there.
    func required(_ name: String) throws -> Set<String> {
      Set(try #require(structures[name], "\(name)").filter { !$0.value.hasPrefix("?") }.keys)
    }
  }

  private static let script = """
    import json, sys
    try:
        from varlink import scanner
    except ImportError:
        sys.exit(77)
    interface = scanner.Interface(sys.argv[1])
    structures, enumerations = {}, {}

    def words(kind, name):
        if isinstance(kind, scanner._Maybe):
            return "?" + words(kind.element_type, name)
        if isinstance(kind, scanner._Array):
            return "[]" + words(kind.element_type, name)
        if isinstance(kind, scanner._CustomType):
            assert kind.name in interface.members, kind.name
            return kind.name
        if isinstance(kind, scanner._Enum):
            enumerations[name] = list(kind.fields)
            return "enum"
        return {str: "string", int: "int", bool: "bool", scanner._Object: "object"}[type(kind)]

    def structure(kind, name):
        if isinstance(kind, scanner._Enum):
            enumerations[name] = list(kind.fields)
        else:
            structures[name] = {field: words(of, name + "." + field) for field, of in kind.fields.items()}

    for name, member in interface.members.items():
        if isinstance(member, scanner._Method):
            structure(member.in_type, name + ".in")
            structure(member.out_type, name + ".out")
        else:
            structure(member.type, name)
    print(json.dumps({"name": interface.name, "structures": structures, "enumerations": enumerations}))
    """

  private func interface(_ description: String = Cues.description) throws -> Interface {
    let output = popen("python3 -c \(quoted(Self.script)) \(quoted(description))", "r")!
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let count = fread(&chunk, 1, chunk.count, output), count > 0 { bytes += chunk[..<count] }
    let status = pclose(output)
    try #require(
      status != 77 << 8, "python3 cannot import varlink: install it with \"python3 -m pip install varlink\"")
    try #require(status == 0, "python3 ended with status \(status)")
    return try JSONDecoder().decode(Interface.self, from: Data(bytes))
  }

  /// For the shell.
  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  private static let smallCue = WireCue(id: "a", event: .halfway)
  private static let smallOutput = Cues.Output(server: nil, sink: nil, ducking: "off", reason: "")
  private static let fullOutput = Cues.Output(
    server: "P", sink: "out", ducking: "off", reason: "", unchangeable: 1, missing: "x")
  private static let identity = CueIdentity("a", in: .session("s"))
  private static let connectionIdentity = CueIdentity("a", in: .connection(ConnectionID(1)))

  private typealias Sample = (name: String, full: any Encodable & Sendable, small: any Encodable & Sendable)

  /// Each structure with everything in it, and with as little as can be.
  private static let samples: [Sample] = [
    ("Change", Cues.Change(cue: smallCue, state: .played, reason: "x"), Cues.Change(cue: smallCue, state: .played)),
    ("Output", fullOutput, smallOutput),
    (
      "SettingChange", Cues.SettingChange(name: "rate", value: .number(200)),
      Cues.SettingChange(name: "voice", value: nil)
    ),
    ("Play.in", Cues.Play.Parameters(cue: smallCue), Cues.Play.Parameters(cue: smallCue)),
    ("Play.out", Cues.Play.Reply(state: .failed, reason: "x"), Cues.Play.Reply(state: .queued, reason: nil)),
    ("Cancel.out", Cues.Cancel.Reply(cancelled: 1), Cues.Cancel.Reply(cancelled: 1)),
    ("Monitor.in", NoParameters(), NoParameters()),
    (
      "Monitor.out",
      Cues.Monitor.Reply(
        cues: [], change: Cues.Change(cue: smallCue, state: .queued), output: smallOutput, settings: []),
      Cues.Monitor.Reply()
    ),
    ("Finding", Cues.Finding("a", .ok, "b", advice: "c"), Cues.Finding("a", .ok, "b")),
    ("Examine.in", NoParameters(), NoParameters()),
    ("Examine.out", Cues.Examine.Reply(findings: []), Cues.Examine.Reply(findings: [])),
    ("GetStatus.in", NoParameters(), NoParameters()),
    ("GetStatus.out", status(playing: smallCue), status(playing: nil)),
  ]

  private static func status(playing: WireCue?) -> Cues.GetStatus.Reply {
    Cues.GetStatus.Reply(
      version: "1", pid: 1, output: smallOutput, voice: playing.map { _ in "en" },
      missingVoice: playing.map { _ in "nobody" }, playing: playing, waiting: 0, connections: 1,
      unjournaled: playing.map { _ in "the disk is full" }, settings: playing.map { _ in "line 1" })
  }

  private static let errors: [(full: VarlinkError, small: VarlinkError)] = [
    (.invalidField(FieldError(field: "x", reason: "y")), .invalidField(FieldError(field: "x", reason: "y"))),
    (.queueFull(limit: 1), .queueFull(limit: 1)),
    (
      Voices.unknownVoice("a", nearest: ["b"], in: Cues.name), Voices.unknownVoice("a", nearest: [], in: Cues.name)
    ),
    (.tooManyConnections(limit: 1), .tooManyConnections(limit: 1)),
    (.identityInUse(identity), .identityInUse(connectionIdentity)),
    (.noSuchCue(identity), .noSuchCue(connectionIdentity)),
    (.cueEnded(identity, .played), .cueEnded(connectionIdentity, .played)),
  ]

  @Test func `Its enumerations are those in the code`() throws {
    #expect(
      try interface().enumerations == [
        "State": CueState.allCases.map(\.rawValue),
        "Cue.event": Event.Kind.allCases.map(\.rawValue),
        "Cue.interval": Event.Pace.allCases.map(\.rawValue),
        "Output.ducking": DuckingStrategy.allCases.map(\.rawValue),
        "Finding.verdict": Cues.Finding.Verdict.allCases.map(\.rawValue),
      ])
  }

  @Test func `Its cue has the fields that are read, and two of them are required`() throws {
    let interface = try interface()
    #expect(try interface.fields("Cue") == Set(WireCue.Field.allCases.map(\.rawValue)))
    #expect(try interface.required("Cue") == ["id", "event"])
  }

  @Test func `Cancel takes the fields that its two targets are sent with`() throws {
    let one = try fieldNames(of: Cues.Cancel.Parameters(.cue(id: "a", session: "s")))
    let all = try fieldNames(of: Cues.Cancel.Parameters(.all(session: nil)))
    #expect(try interface().fields("Cancel.in") == one.union(all))
    #expect(try interface().required("Cancel.in").isEmpty)
  }

  @Test func `Its other structures have the fields that are sent, and are required where they always are`() throws {
    let interface = try interface()
    for sample in Self.samples {
      #expect(try fieldNames(of: sample.full) == interface.fields(sample.name), "\(sample.name)")
      #expect(try fieldNames(of: sample.small) == interface.required(sample.name), "\(sample.name)")
    }
  }

  @Test func `Its errors have the fields that are sent`() throws {
    let interface = try interface()
    for (full, small) in Self.errors {
      let name = full.name.split(separator: ".").last.map(String.init) ?? ""
      #expect(full.name == "\(Cues.name).\(name)")
      #expect(try fieldNames(of: full.parameters) == interface.fields(name), "\(name)")
      #expect(try fieldNames(of: small.parameters) == interface.required(name), "\(name)")
    }
  }

  /// Each structure of `io.cued.Settings` with everything in it, and with as little as can be.
  private static let settingsSamples: [Sample] = [
    ("Setting", fullRow, SettingsInterface.Row(.voice, value: nil, source: .standard)),
    (
      "Change", SettingsInterface.Change(name: "rate", value: .number(200)),
      SettingsInterface.Change(name: "rate", value: nil)
    ),
    ("Get.in", SettingsInterface.Get.Parameters(names: []), SettingsInterface.Get.Parameters()),
    (
      "Get.out", SettingsInterface.Get.Reply(settings: [], trouble: "x"), SettingsInterface.Get.Reply(settings: [])
    ),
    ("Set.in", SettingsInterface.Set.Parameters(changes: []), SettingsInterface.Set.Parameters(changes: [])),
    ("Set.out", SettingsInterface.Set.Reply(settings: []), SettingsInterface.Set.Reply(settings: [])),
  ]

  private static let fullRow = SettingsInterface.Row(.chimes, value: .flag(true), source: .file)

  private static let settingsErrors: [VarlinkError] = [
    .invalidSettingsField(FieldError(field: "x", reason: "y")), VarlinkError(SettingError.unknown("x", nearest: [])),
    VarlinkError(SettingError.invalid("rate", reason: "y")), .settingsNotWritten("x"),
  ]

  @Test func `The interface of the settings has what is sent, and nothing else`() throws {
    let interface = try interface(SettingsInterface.description)
    #expect(interface.enumerations == ["Setting.source": SettingsInterface.Source.allCases.map(\.rawValue)])
    for sample in Self.settingsSamples {
      #expect(try fieldNames(of: sample.full) == interface.fields(sample.name), "\(sample.name)")
      #expect(try fieldNames(of: sample.small) == interface.required(sample.name), "\(sample.name)")
    }
    var compared = Self.settingsSamples.map(\.name)
    for error in Self.settingsErrors {
      let name = error.name.split(separator: ".").last.map(String.init) ?? ""
      #expect(error.name == "\(SettingsInterface.name).\(name)")
      #expect(try fieldNames(of: error.parameters) == interface.fields(name), "\(name)")
      compared.append(name)
    }
    #expect(Set(interface.structures.keys) == Set(compared))
  }

  @Test func `It has no structure that is not compared here`() throws {
    let compared = Self.samples.map(\.name) + Self.errors.map { String($0.full.name.split(separator: ".").last!) }
    #expect(Set(try interface().structures.keys) == Set(compared + ["Cue", "Cancel.in"]))
  }

  // MARK: io.cued.Voices

  private static let voice = Voices.Voice(
    name: "en", title: "English", languages: ["en"], gender: .male, kind: .formant, set: true)
  private static let voiceOfNoGender = Voices.Voice(
    name: "en", title: "English", languages: ["en"], gender: nil, kind: .formant, set: true)
  private static let list = Voices.List.Reply(voices: [], variants: [])

  private static let voiceSamples: [(name: String, full: any Encodable & Sendable, small: any Encodable & Sendable)] = [
    ("Voice", voice, voiceOfNoGender),
    (
      "Variant", Voices.Variant(name: "f3", gender: .female, set: false),
      Voices.Variant(name: "f3", gender: nil, set: false)
    ),
    ("List.in", Voices.List.Parameters(language: "en"), Voices.List.Parameters(language: nil)),
    ("List.out", list, list),
    ("Preview.out", Cues.Play.Reply(state: .failed, reason: "x"), Cues.Play.Reply(state: .queued, reason: nil)),
  ]

  private static let voiceErrors: [VarlinkError] = [
    Voices.invalidField(FieldError(field: "x", reason: "y")), Voices.unknownVoice("a", nearest: ["b"]),
    Voices.noVoices("x"), Voices.queueFull(limit: 1),
  ]

  @Test func `The interface of voices says what is sent, too`() throws {
    let interface = try interface(Voices.description)
    let genders = Voices.Gender.allCases.map(\.rawValue)
    #expect(
      interface.enumerations == [
        "Voice.gender": genders, "Variant.gender": genders,
        "Voice.kind": Voices.Voice.Kind.allCases.map(\.rawValue),
        "Preview.out.state": CueState.allCases.map(\.rawValue),
      ])
    for sample in Self.voiceSamples {
      #expect(try fieldNames(of: sample.full) == interface.fields(sample.name), "\(sample.name)")
      #expect(try fieldNames(of: sample.small) == interface.required(sample.name), "\(sample.name)")
    }
    let voice = try fieldNames(of: Voices.Preview.Parameters.voice("en", text: "Hello."))
    let chime = try fieldNames(of: Voices.Preview.Parameters.chime("bell"))
    #expect(try interface.fields("Preview.in") == voice.union(chime))
    #expect(try interface.required("Preview.in").isEmpty)
    for error in Self.voiceErrors {
      let name = try #require(error.name.split(separator: ".").last.map(String.init))
      #expect(error.name == "\(Voices.name).\(name)")
      #expect(try fieldNames(of: error.parameters) == interface.fields(name), "\(name)")
    }
    let compared = Self.voiceSamples.map(\.name) + Self.voiceErrors.map { String($0.name.split(separator: ".").last!) }
    #expect(Set(interface.structures.keys) == Set(compared + ["Preview.in"]))
  }

  @Test func `No setting is named twice, so that no answer is longer than all of them`() {
    #expect(throws: FieldError(field: "names", reason: "must not name voice twice")) {
      try decode(json("{'names':['voice','rate','voice']}"), as: SettingsInterface.Get.Parameters.self)
    }
    #expect(throws: FieldError(field: "changes", reason: "must not name rate twice")) {
      try decode(
        json("{'changes':[{'name':'rate'},{'name':'rate','value':200}]}"), as: SettingsInterface.Set.Parameters.self)
    }
  }

  @Test func `Control characters in what a preview is to say are spaces`() throws {
    let parameters = try decode(json("{'voice':'en','text':'a\\u001b[2J'}"), as: Voices.Preview.Parameters.self)
    #expect(parameters == .voice("en", text: "a [2J"))
  }

  @Test(arguments: [
    ("{}", "voice", "is missing, and there is no chime"),
    ("{'voice':'en','chime':'bell'}", "chime", "must be absent where there is a voice"),
    ("{'chime':'bell','text':'Hello.'}", "text", "has no meaning for a chime"),
    ("{'voice':'en','text':''}", "text", "must have 1 to 2000 characters, not 0"),
    ("{'voice':''}", "voice", "must have 1 to 128 bytes, not 0"),
    ("{'voice':'e\\u0007'}", "voice", "must not have control characters"),
    ("{'voice':7}", "voice", "must be a string"),
    ("{'voice':'en','loud':true}", "loud", "is unknown; the fields are voice, text, chime"),
  ])
  func `A preview of a voice and of a chime are told apart`(parameters: String, field: String, reason: String) {
    #expect(throws: FieldError(field: field, reason: reason)) {
      try decode(json(parameters), as: Voices.Preview.Parameters.self)
    }
  }
}
