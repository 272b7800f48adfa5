/// What a figure is to be at most.
struct Target: Sendable {
  var what: String
  var limit: String
  var isMet: Bool

  /// `target: WHAT at most LIMIT: met`.
  var line: String { "target: \(what) at most \(limit): \(isMet ? "met" : "MISSED")" }
}

extension ServerFigures {
  /// A daemon that is told over a socket and chooses what plays may take half as long again as a program that does
  /// nothing else; on PulseAudio also the 3 ms of silence without which the server loses a cue's beginning.
  var delayTarget: Target? {
    guard let cued = delays.first?.sample, let bare = delays.dropFirst().first?.sample, !cued.isEmpty, !bare.isEmpty
    else { return nil }
    let limit = 1.5 * bare.median + (isPipeWire ? 0 : 3)
    let formula = isPipeWire ? "1.5 × a bare stream" : "1.5 × a bare stream + 3 ms"
    return Target(
      what: "cued \(cued.median.decimal) ms", limit: "\(formula) = \(limit.decimal) ms", isMet: cued.median <= limit)
  }
}

extension IdleFigures {
  private static let mostMemory = 20 << 10
  private static let mostAnonymous = 6 << 10

  var targets: [Target] {
    [
      Target(
        what: "memory \(memory.total.megabytes)", limit: Self.mostMemory.megabytes,
        isMet: memory.total <= Self.mostMemory),
      Target(
        what: "of it in no file \(memory.anonymous.megabytes)", limit: Self.mostAnonymous.megabytes,
        isMet: memory.anonymous <= Self.mostAnonymous),
      Target(what: "wake-ups \(switches)", limit: "0", isMet: switches == 0),
    ]
  }
}

extension RenderingSpeed {
  private static let mostMemory = 100 << 10

  /// - Parameter least: how many times faster than it is heard it is to be.
  func targets(least: Double) -> [Target] {
    guard case .factor(let factor, let memory) = self else { return [] }
    let length = RenderingFigures.length / .seconds(1)
    return [
      Target(
        what: "\((length / factor).decimal) s", limit: "\((length / least).decimal) s", isMet: factor >= least),
      Target(
        what: "memory \(memory.megabytes)", limit: Self.mostMemory.megabytes, isMet: memory <= Self.mostMemory),
    ]
  }
}
