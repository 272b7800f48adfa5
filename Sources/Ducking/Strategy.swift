/// A way to make other sound quieter while a cue plays.
public enum DuckingStrategy: String, Sendable, CaseIterable {
  /// Somebody set ducking up in the sound server; our stream takes the role that triggers it.
  case server
  /// We have module-role-ducking loaded into PulseAudio; our stream's own role triggers it.
  case role
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

  public init(name: String, modules: [Module], sinks: [String]) {
    self.name = name
    self.modules = modules
    self.sinks = sinks
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
  }

  /// PulseAudio's module that ducks by stream roles.
  public static let moduleName = "module-role-ducking"

  /// The role of our stream where nobody else's ducking listens for one: only our sound ducks.
  public static let ownRole = "cue"

  /// The role of our stream on PipeWire, which makes it a stream for accessibility.
  public static let accessibilityRole = "a11y"

  /// What we load the module with. The trigger role is ours alone, so it also marks the module as ours when a later
  /// run finds it. Calls, screen readers and event sounds are not ducked.
  public static func moduleArguments(depth: Int) -> String {
    "trigger_roles=\(ownRole) ducking_roles=music,video,game,animation,production,test,no_role "
      + "global=1 volume=-\(depth)dB"
  }

  /// Picks the strategy for a server.
  ///
  /// - Parameter depth: by how much others get quieter, in dB, where it is ours to say.
  public static func automatic(for facts: ServerFacts, depth: Int) -> DuckingChoice {
    if let sink = facts.sinks.first(where: { $0.contains("loopback.sink.role") }) {
      return DuckingChoice(
        strategy: .server, streamRole: accessibilityRole,
        reason: "WirePlumber's role-based policy is set up (sink \(sink))")
    }
    if facts.isPipeWire {
      return DuckingChoice(
        strategy: .off, streamRole: accessibilityRole, reason: "PipeWire ducks nothing by stream roles")
    }
    guard let module = facts.modules.first(where: { $0.name == moduleName }) else {
      return DuckingChoice(
        strategy: .role, streamRole: ownRole, reason: "\(facts.name) has no ducking set up, so cued loads it",
        module: .load(arguments: moduleArguments(depth: depth)))
    }
    return onExisting(module, beside: facts.modules)
  }

  private static func onExisting(_ module: ServerFacts.Module, beside modules: [ServerFacts.Module]) -> DuckingChoice {
    let triggers = module.triggerRoles
    if triggers == [ownRole] {
      return DuckingChoice(
        strategy: .role, streamRole: ownRole, reason: "cued has loaded \(moduleName)",
        module: .adopt(index: module.index))
    }
    let pausesOnPhone = modules.contains { $0.name == "module-role-cork" }
    let usable = triggers.filter { $0 != "phone" || !pausesOnPhone }
    guard let role = usable.contains(accessibilityRole) ? accessibilityRole : usable.first else {
      return DuckingChoice(
        strategy: .off, streamRole: ownRole,
        reason: "\(moduleName) is loaded for calls alone, and module-role-cork would pause the music for them")
    }
    return DuckingChoice(
      strategy: .server, streamRole: role, reason: "\(moduleName) is set up in the server for role \(role)")
  }
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
