/// A way to make other sound quieter while a cue plays.
public enum DuckingStrategy: String, Sendable, CaseIterable {
  /// Somebody set ducking up in the sound server; our stream takes the role that triggers it.
  case server
  /// We have module-role-ducking loaded into PulseAudio; our stream's own role triggers it.
  case role
  /// We lower the volumes of the other streams and give them back.
  case volume
  /// Nothing is ducked.
  case off
}

/// What a sound server tells about itself, as far as ducking depends on it.
public struct ServerFacts: Equatable, Sendable {
  public struct Module: Equatable, Sendable {
    public var index: UInt32
    public var name: String
    public var arguments: String

    public init(index: UInt32, name: String, arguments: String) {
      self.index = index
      self.name = name
      self.arguments = arguments
    }
  }

  /// The name and version with which it introduces itself.
  public var name: String
  public var modules: [Module]
  public var sinks: [String]
  /// Whether a stream's volume moves its output's (PulseAudio's flat volumes).
  public var hasFlatVolumes: Bool
  /// Whether another process of the person's lowers volumes already.
  public var hasOtherDucker = false

  public init(name: String, modules: [Module], sinks: [String], hasFlatVolumes: Bool = false) {
    self.name = name
    self.modules = modules
    self.sinks = sinks
    self.hasFlatVolumes = hasFlatVolumes
  }

  /// Whether PipeWire answers in PulseAudio's name.
  public var isPipeWire: Bool { name.contains("PipeWire") }
}

/// Which strategy is taken on one server, and why.
public struct DuckingChoice: Equatable, Sendable {
  public var strategy: DuckingStrategy
  /// The value of our stream's `media.role`.
  public var streamRole: String
  /// Why, as a clause for the person.
  public var reason: String
  /// What is to be done about module-role-ducking first.
  public var module: ModuleStep = .leave

  public enum ModuleStep: Equatable, Sendable {
    case leave
    case load(arguments: String)
    /// One of ours is there already: an earlier run was killed before it could unload it.
    case adopt(index: UInt32)
    /// Such a one ducks by another depth.
    case replace(index: UInt32, arguments: String)
  }

  /// PulseAudio's module that ducks by stream roles.
  public static let moduleName = "module-role-ducking"

  /// The role of our stream where nobody else's ducking listens for one: only our sound ducks.
  public static let ownRole = "cue"

  /// The role of our stream on PipeWire, which makes it a stream for accessibility.
  public static let accessibilityRole = "a11y"

  /// What we load the module with. Calls, screen readers and event sounds are not ducked.
  ///
  /// - Parameter role: of our stream, which triggers it.
  public static func moduleArguments(depth: DuckingDepth, role: String = ownRole) -> String {
    "trigger_roles=\(role) \(commonArguments)\(depth.decibels)dB"
  }

  /// By these a later run knows the module as ours.
  fileprivate static let commonArguments =
    "ducking_roles=music,video,game,animation,production,test,no_role global=1 volume=-"

  /// Picks the strategy for a server.
  ///
  /// - Parameters:
  ///   - depth: by how much others get quieter, where it is ours to say.
  ///   - wish: the strategy that the person has chosen; nil: the best one. `server` and `role` become `off` where the
  ///     server cannot do them; `volume` is done even where the output's volume moves along.
  ///   - role: the role that the person has chosen for our stream; nil: the one that suits the strategy.
  public static func choose(
    for facts: ServerFacts, depth: DuckingDepth, wish: DuckingStrategy? = nil, role: String? = nil
  ) -> DuckingChoice {
    var choice: DuckingChoice =
      switch wish {
      case nil: best(for: facts, depth: depth, role: role ?? ownRole)
      case .server: setUp(in: facts) ?? .off(facts, "nobody has set up ducking in \(facts.name)")
      case .role:
        ownModule(in: facts, depth: depth, role: role ?? ownRole)
          ?? .off(facts, "\(facts.name) takes no \(moduleName) of ours")
      case .volume: .volume(facts, "it is set so")
      case .off: .off(facts, "it is set so")
      }
    guard let role, role != choice.streamRole else { return choice }
    if choice.strategy == .server { choice.reason += ", and cued's is set to \(role)" }
    choice.streamRole = role
    return choice
  }

  private static func best(for facts: ServerFacts, depth: DuckingDepth, role: String) -> DuckingChoice {
    if let choice = setUp(in: facts) ?? ownModule(in: facts, depth: depth, role: role) { return choice }
    let why = facts.isPipeWire ? "PipeWire ducks nothing by stream roles" : callsAlone
    if facts.hasFlatVolumes { return .off(facts, "\(why), and with flat volumes the output's would move") }
    return .volume(facts, why)
  }

  /// What to do where the server refuses to load our module.
  ///
  /// - Parameter wish: the strategy that the person has chosen: who chose `role` wants no volumes changed.
  public static func afterRefusal(by facts: ServerFacts, wish: DuckingStrategy? = nil) -> DuckingChoice {
    let why = "\(facts.name) refused to load \(moduleName)"
    return facts.hasFlatVolumes || wish == .role ? .off(facts, why) : .volume(facts, why)
  }

  private static let callsAlone =
    "\(moduleName) is loaded for calls alone, and module-role-cork would pause the music for them"

  /// Ducking that somebody has set up in the server.
  private static func setUp(in facts: ServerFacts) -> DuckingChoice? {
    if let sink = facts.sinks.first(where: { $0.contains("loopback.sink.role") }) {
      return DuckingChoice(
        strategy: .server, streamRole: accessibilityRole,
        reason: "WirePlumber's role-based policy is set up (sink \(sink))")
    }
    guard let module = facts.duckingModule, !module.isOurs else { return nil }
    let pausesOnPhone = facts.modules.contains { $0.name == "module-role-cork" }
    let usable = module.triggerRoles.filter { $0 != "phone" || !pausesOnPhone }
    guard let role = usable.contains(accessibilityRole) ? accessibilityRole : usable.first else { return nil }
    return DuckingChoice(
      strategy: .server, streamRole: role, reason: "\(moduleName) is set up in the server for role \(role)")
  }

  /// Our own module: loaded, or to be loaded.
  private static func ownModule(in facts: ServerFacts, depth: DuckingDepth, role: String) -> DuckingChoice? {
    guard !facts.isPipeWire else { return nil }
    let arguments = moduleArguments(depth: depth, role: role)
    guard let module = facts.duckingModule else {
      return DuckingChoice(
        strategy: .role, streamRole: role, reason: "cued has loaded \(moduleName)",
        module: .load(arguments: arguments))
    }
    guard module.isOurs else { return nil }
    return DuckingChoice(
      strategy: .role, streamRole: role, reason: "cued has loaded \(moduleName)",
      module: module.arguments == arguments
        ? .adopt(index: module.index) : .replace(index: module.index, arguments: arguments))
  }

  private static func volume(_ facts: ServerFacts, _ reason: String) -> DuckingChoice {
    if facts.hasOtherDucker { return .off(facts, "another cued changes volumes already") }
    return DuckingChoice(strategy: .volume, streamRole: facts.plainRole, reason: reason)
  }

  private static func off(_ facts: ServerFacts, _ reason: String) -> DuckingChoice {
    DuckingChoice(strategy: .off, streamRole: facts.plainRole, reason: reason)
  }
}

extension ServerFacts {
  /// Only one can be loaded.
  fileprivate var duckingModule: Module? { modules.first { $0.name == DuckingChoice.moduleName } }

  /// A module of ours that is loaded and not wanted any more.
  public func superfluousModule(beside choice: DuckingChoice) -> UInt32? {
    guard choice.strategy != .role, let module = duckingModule, module.isOurs else { return nil }
    return module.index
  }

  /// Our stream's role where no role ducks anything.
  fileprivate var plainRole: String { isPipeWire ? DuckingChoice.accessibilityRole : DuckingChoice.ownRole }
}

extension ServerFacts.Module {
  /// Whether we have loaded it, by its arguments. The role that triggers it is ours alone, or was set by the person.
  var isOurs: Bool {
    triggerRoles == [DuckingChoice.ownRole] || arguments.contains(DuckingChoice.commonArguments)
  }

  /// The roles that make module-role-ducking duck. PulseAudio's default is `phone`.
  var triggerRoles: [String] {
    for argument in arguments.split(separator: " ") where argument.hasPrefix("trigger_roles=") {
      return argument.dropFirst("trigger_roles=".count)
        .split(separator: ",").map { String($0.filter { $0 != "\"" && $0 != "'" }) }
    }
    return ["phone"]
  }
}
