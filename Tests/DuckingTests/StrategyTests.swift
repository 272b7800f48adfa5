import Ducking
import Testing

@Suite struct StrategyTests {
  static let cork = ServerFacts.Module(index: 7, name: "module-role-cork", arguments: "")

  static func ducking(_ arguments: String) -> ServerFacts.Module {
    ServerFacts.Module(index: 12, name: "module-role-ducking", arguments: arguments)
  }

  func choice(
    _ modules: [ServerFacts.Module] = [], sinks: [String] = ["out"], name: String = "pulseaudio"
  ) -> DuckingChoice {
    DuckingChoice.automatic(for: ServerFacts(name: name, modules: modules, sinks: sinks), depth: 20)
  }

  @Test(arguments: [[], [cork]])
  func `PulseAudio without ducking gets our module, triggered by a role that is ours alone`(
    modules: [ServerFacts.Module]
  ) {
    let choice = choice(modules)
    #expect(choice.strategy == .role)
    #expect(choice.streamRole == "cue")
    #expect(choice.module == .load(arguments: DuckingChoice.moduleArguments(depth: 20)))
  }

  @Test func `Our module ducks by the depth that is set, on every sink, and neither calls, screen readers nor events`()
  {
    let arguments = DuckingChoice.moduleArguments(depth: 12).split(separator: " ")
    #expect(arguments.contains("trigger_roles=cue"))
    #expect(arguments.contains("global=1"))
    #expect(arguments.contains("volume=-12dB"))
    let roles = arguments.first { $0.hasPrefix("ducking_roles=") }?.dropFirst(14).split(separator: ",") ?? []
    #expect(Set(["music", "video", "game", "no_role"]).isSubset(of: roles))
    #expect(Set(["phone", "a11y", "event", "cue", "any_role"]).isDisjoint(with: roles))
  }

  @Test func `A module of ours that an earlier run left behind is adopted, not loaded again`() {
    let choice = choice([Self.ducking(DuckingChoice.moduleArguments(depth: 6))])
    #expect(choice.strategy == .role)
    #expect(choice.streamRole == "cue")
    #expect(choice.module == .adopt(index: 12))
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
    #expect(besideCork.strategy == .off)
    #expect(besideCork.streamRole != "phone")
    #expect(besideCork.module == .leave)
  }

  @Test func `PipeWire ducks nothing by itself, and nothing is loaded there`() {
    let choice = choice(name: "PulseAudio (on PipeWire 0.3.65)")
    #expect(choice.strategy == .off)
    #expect(choice.streamRole == "a11y")
    #expect(choice.module == .leave)
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
