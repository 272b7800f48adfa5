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

  /// What we load the module with. The trigger role is ours alone, so it also marks the module as ours when a later
  /// run finds it. Calls, screen readers and event sounds are not ducked.
  public static func moduleArguments(depth: DuckingDepth) -> String {
    "trigger_roles=\(ownRole) ducking_roles=music,video,game,animation,production,test,no_role "
      + "global=1 volume=-\(depth.decibels)dB"
  }

  /// Picks the strategy for a server.
  ///
  /// - Parameters:
  ///   - depth: by how much others get quieter, where it is ours to say.
  ///   - wish: the strategy that the person has chosen; nil: the best one. `server` and `role` become `off` where the
  ///     server cannot do them; `volume` is done even where the output's volume moves along.
  public static func choose(for facts: ServerFacts, depth: DuckingDepth, wish: DuckingStrategy? = nil) -> DuckingChoice
  {
    switch wish {
    case nil: best(for: facts, depth: depth)
    case .server: setUp(in: facts) ?? .off(facts, "nobody has set up ducking in \(facts.name)")
    case .role: ownModule(in: facts, depth: depth) ?? .off(facts, "\(facts.name) takes no \(moduleName) of ours")
    case .volume: .volume(facts, "it is set so")
    case .off: .off(facts, "it is set so")
    }
  }

  private static func best(for facts: ServerFacts, depth: DuckingDepth) -> DuckingChoice {
    if let choice = setUp(in: facts) ?? ownModule(in: facts, depth: depth) { return choice }
    let why = facts.isPipeWire ? "PipeWire ducks nothing by stream roles" : callsAlone
    if facts.hasFlatVolumes { return .off(facts, "\(why), and with flat volumes the output's would move") }
    return .volume(facts, why)
  }

  /// What to do where the server refuses to load our module.
  public static func afterRefusal(by facts: ServerFacts) -> DuckingChoice {
    let why = "\(facts.name) refused to load \(moduleName)"
    return facts.hasFlatVolumes ? .off(facts, why) : .volume(facts, why)
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
    guard let module = facts.duckingModule, module.triggerRoles != [ownRole] else { return nil }
    let pausesOnPhone = facts.modules.contains { $0.name == "module-role-cork" }
    let usable = module.triggerRoles.filter { $0 != "phone" || !pausesOnPhone }
    guard let role = usable.contains(accessibilityRole) ? accessibilityRole : usable.first else { return nil }
    return DuckingChoice(
      strategy: .server, streamRole: role, reason: "\(moduleName) is set up in the server for role \(role)")
  }

  /// Our own module: loaded, or to be loaded.
  private static func ownModule(in facts: ServerFacts, depth: DuckingDepth) -> DuckingChoice? {
    guard !facts.isPipeWire else { return nil }
    guard let module = facts.duckingModule else {
      return DuckingChoice(
        strategy: .role, streamRole: ownRole, reason: "cued has loaded \(moduleName)",
        module: .load(arguments: moduleArguments(depth: depth)))
    }
    guard module.triggerRoles == [ownRole] else { return nil }
    let arguments = moduleArguments(depth: depth)
    return DuckingChoice(
      strategy: .role, streamRole: ownRole, reason: "cued has loaded \(moduleName)",
      module: module.arguments == arguments
        ? .adopt(index: module.index) : .replace(index: module.index, arguments: arguments))
  }

  private static func volume(_ facts: ServerFacts, _ reason: String) -> DuckingChoice {
    DuckingChoice(strategy: .volume, streamRole: facts.plainRole, reason: reason)
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
    guard choice.strategy != .role, let module = duckingModule, module.triggerRoles == [DuckingChoice.ownRole] else {
      return nil
    }
    return module.index
  }

  /// Our stream's role where no role ducks anything.
  fileprivate var plainRole: String { isPipeWire ? DuckingChoice.accessibilityRole : DuckingChoice.ownRole }
}

extension ServerFacts.Module {
  /// The roles that make module-role-ducking duck. PulseAudio's default is `phone`.
  var triggerRoles: [String] {
    for argument in arguments.split(separator: " ") where argument.hasPrefix("trigger_roles=") {
      return argument.dropFirst("trigger_roles=".count)
        .split(separator: ",").map { String($0.filter { $0 != "\"" && $0 != "'" }) }
    }
    return ["phone"]
  }
}
