import Ducking
import Testing

@Suite struct StrategyTests {
  static let cork = ServerFacts.Module(index: 7, name: "module-role-cork", arguments: "")

  static func ducking(_ arguments: String) -> ServerFacts.Module {
    ServerFacts.Module(index: 12, name: "module-role-ducking", arguments: arguments)
  }

  func choice(
    _ modules: [ServerFacts.Module] = [], sinks: [String] = ["out"], name: String = "pulseaudio",
    isFlat: Bool = false, wish: DuckingStrategy? = nil, role: String? = nil
  ) -> DuckingChoice {
    DuckingChoice.choose(
      for: ServerFacts(name: name, modules: modules, sinks: sinks, hasFlatVolumes: isFlat), depth: .standard,
      wish: wish, role: role)
  }

  @Test(arguments: [[], [cork]])
  func `PulseAudio without ducking gets our module, triggered by a role that is ours alone`(
    modules: [ServerFacts.Module]
  ) {
    let choice = choice(modules)
    #expect(choice.strategy == .role)
    #expect(choice.streamRole == "cue")
    #expect(choice.module == .load(arguments: DuckingChoice.moduleArguments(depth: .standard)))
  }

  @Test func `Our module ducks by the depth that is set, on every sink, and neither calls, screen readers nor events`()
  {
    let arguments = DuckingChoice.moduleArguments(depth: DuckingDepth(decibels: 12)!).split(separator: " ")
    #expect(arguments.contains("trigger_roles=cue"))
    #expect(arguments.contains("global=1"))
    #expect(arguments.contains("volume=-12dB"))
    let roles = arguments.first { $0.hasPrefix("ducking_roles=") }?.dropFirst(14).split(separator: ",") ?? []
    #expect(Set(["music", "video", "game", "no_role"]).isSubset(of: roles))
    #expect(Set(["phone", "a11y", "event", "cue", "any_role"]).isDisjoint(with: roles))
  }

  @Test func `A module of ours that an earlier run left behind is adopted, not loaded again`() {
    let choice = choice([Self.ducking(DuckingChoice.moduleArguments(depth: .standard))])
    #expect(choice.strategy == .role)
    #expect(choice.streamRole == "cue")
    #expect(choice.module == .adopt(index: 12))
  }

  @Test func `One that ducks by another depth is replaced`() {
    let choice = choice([Self.ducking(DuckingChoice.moduleArguments(depth: DuckingDepth(decibels: 6)!))])
    #expect(choice.strategy == .role)
    #expect(choice.module == .replace(index: 12, arguments: DuckingChoice.moduleArguments(depth: .standard)))
  }

  @Test(arguments: [
    ("trigger_roles=a11y,event ducking_roles=any_role volume=-20dB", "a11y"),
    ("trigger_roles=event,a11y", "a11y"),
    ("trigger_roles=announce,event", "announce"),
    ("ducking_roles=music trigger_roles=phone,event", "event"),
    (#"trigger_roles="a11y""#, "a11y"),
  ])
  func `Where ducking is set up already, our stream takes a role that triggers it`(arguments: String, role: String) {
    let choice = choice([Self.cork, Self.ducking(arguments)])
    #expect(choice.strategy == .server)
    #expect(choice.streamRole == role)
    #expect(choice.module == .leave)
  }

  @Test(arguments: ["", "trigger_roles=phone ducking_roles=music"])
  func `The role of calls is taken only where it pauses nothing`(arguments: String) {
    let alone = choice([Self.ducking(arguments)])
    #expect(alone.strategy == .server)
    #expect(alone.streamRole == "phone")
    let besideCork = choice([Self.cork, Self.ducking(arguments)])
    #expect(besideCork.strategy == .volume)
    #expect(besideCork.streamRole == "cue")
    #expect(besideCork.module == .leave)
  }

  static let pipeWire = "PulseAudio (on PipeWire 0.3.65)"

  @Test func `PipeWire ducks nothing by itself: volumes are lowered, and nothing is loaded`() {
    let choice = choice(name: Self.pipeWire)
    #expect(choice.strategy == .volume)
    #expect(choice.streamRole == "a11y")
    #expect(choice.module == .leave)
  }

  @Test func `Where stream volumes move the output's, they are never lowered unless the person wants it`() {
    #expect(choice(name: Self.pipeWire, isFlat: true).strategy == .off)
    #expect(choice([Self.cork, Self.ducking("")], isFlat: true).strategy == .off)
    #expect(choice(isFlat: true).strategy == .role)
    #expect(choice(isFlat: true, wish: .volume).strategy == .volume)
    let facts = ServerFacts(name: "pulseaudio", modules: [], sinks: [], hasFlatVolumes: true)
    #expect(DuckingChoice.afterRefusal(by: facts).strategy == .off)
  }

  @Test func `Where our module may not be loaded, volumes are lowered`() {
    let choice = DuckingChoice.afterRefusal(by: ServerFacts(name: "pulseaudio", modules: [], sinks: []))
    #expect(choice.strategy == .volume)
    #expect(choice.module == .leave)
  }

  @Test func `Where our module may not be loaded, whoever chose it has no volumes changed`() {
    let facts = ServerFacts(name: "pulseaudio", modules: [], sinks: [])
    #expect(DuckingChoice.afterRefusal(by: facts, wish: .role).strategy == .off)
    #expect(DuckingChoice.afterRefusal(by: facts, wish: .volume).strategy == .volume)
  }

  @Test func `Where another process changes volumes, we do not, and load our module all the same`() {
    var facts = ServerFacts(name: Self.pipeWire, modules: [], sinks: [])
    facts.hasOtherDucker = true
    #expect(DuckingChoice.choose(for: facts, depth: .standard).strategy == .off)
    #expect(DuckingChoice.choose(for: facts, depth: .standard, wish: .volume).strategy == .off)
    facts.name = "pulseaudio"
    #expect(DuckingChoice.choose(for: facts, depth: .standard).strategy == .role)
  }

  @Test func `What the person wishes is done where it can be, else nothing`() {
    let existing = [Self.ducking("trigger_roles=event")]
    #expect(choice(existing, wish: .volume).strategy == .volume)
    #expect(choice(existing, wish: .off).strategy == .off)
    #expect(choice(existing, wish: .role).strategy == .off)
    #expect(choice(wish: .server).strategy == .off)
    #expect(choice(name: Self.pipeWire, wish: .role).strategy == .off)
  }

  @Test func `A module of ours that is not wanted any more is unloaded`() {
    let modules = [Self.ducking(DuckingChoice.moduleArguments(depth: .standard))]
    let facts = ServerFacts(name: "pulseaudio", modules: modules, sinks: [])
    #expect(facts.superfluousModule(beside: choice(modules, wish: .volume)) == 12)
    #expect(facts.superfluousModule(beside: choice(modules)) == nil)
    let others = ServerFacts(name: "pulseaudio", modules: [Self.ducking("")], sinks: [])
    #expect(others.superfluousModule(beside: choice([Self.ducking("")], wish: .volume)) == nil)
  }

  @Test func `The role that the person has set is our stream's, and triggers our module`() {
    let own = DuckingChoice.moduleArguments(depth: .standard)
    let wished = DuckingChoice.moduleArguments(depth: .standard, role: "announcement")
    let fresh = choice(role: "announcement")
    #expect((fresh.strategy, fresh.streamRole) == (.role, "announcement"))
    #expect(fresh.module == .load(arguments: wished))
    #expect(choice([Self.ducking(own)], role: "announcement").module == .replace(index: 12, arguments: wished))
    #expect(choice([Self.ducking(wished)], role: "announcement").module == .adopt(index: 12))
    #expect(choice([Self.ducking(wished)]).module == .replace(index: 12, arguments: own))
    let others = choice([Self.ducking("trigger_roles=a11y")], role: "announcement")
    #expect((others.strategy, others.streamRole) == (.server, "announcement"))
    #expect(choice(name: Self.pipeWire, role: "announcement").streamRole == "announcement")
  }

  @Test func `WirePlumber's role-based policy is used where it is set up`() {
    let choice = choice(
      sinks: ["out", "input.loopback.sink.role.multimedia", "input.loopback.sink.role.alert"],
      name: "PulseAudio (on PipeWire 1.2.7)")
    #expect(choice.strategy == .server)
    #expect(choice.streamRole == "a11y")
    #expect(choice.module == .leave)
  }
}
