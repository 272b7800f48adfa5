import FoundationEssentials

extension Report {
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// For a person, and for the README.
  var text: String {
    let head = "\(machine.cores) cores, \(machine.processor), Linux \(machine.kernel)"
    let how = "each \(repetitions) times, by turns"
    return (["\(head); \(how)"] + servers.flatMap { [""] + $0.lines } + [""] + rendering.lines).joined(separator: "\n")
  }
}

extension ServerFigures {
  fileprivate var lines: [String] {
    [name, "", "From sending an event to its first audible sample, in ms"] + delayLines
      + ["", "How the music goes down and comes back (strategy \(ducking)), in ms"] + duckLines
      + ["", "Idle"] + idle.lines
      + [""] + noiseLines
  }

  private var delayLines: [String] {
    var table = Table(rows: [["", "median", "quartiles", "all", "× bare"]])
    let bare = delays.dropFirst().first?.sample
    table.rows += delays.map { $0.row(beside: bare) }
    for over in music {
      table.rows += over.delays.map { delay in
        delay.row(over.music, beside: over.delays.last?.sample)
      }
    }
    return table.lines + [delayTarget?.line].compactMap(\.self)
  }

  private var duckLines: [String] {
    guard ducking != "off" else { return ["n/a: nothing is ducked here"] }
    var table = Table(rows: [["", "median", "worst", "of"]])
    for over in music {
      table.rows.append(over.down.row("down after the cue's first sample, \(over.music)"))
      table.rows.append(over.back.row("back after the cue's last sample, \(over.music)"))
    }
    return table.lines
  }

  /// A figure that the machine has spoiled is not hidden: it is told beside it.
  private var noiseLines: [String] {
    var lines = ["load average \(busyness.loadBefore.decimal) before and \(busyness.loadAfter.decimal) after"]
    if let waiting = busyness.waiting {
      lines[0] += ", something waited for a processor in \((waiting * 100).decimal) % of the time"
    }
    if busyness.isHigh { lines.append("the machine was busy with other things: the figures are worse than need be") }
    let scattered = delays.filter(\.sample.isNoisy).map(\.name)
    if !scattered.isEmpty {
      lines.append("scattered, so that the median says little: \(scattered.joined(separator: ", "))")
    }
    return lines
  }
}

extension Delay {
  fileprivate func row(_ circumstance: String? = nil, beside bare: Sample?) -> [String] {
    let name = "  " + [self.name, circumstance].compactMap(\.self).joined(separator: ", ")
    if let absence { return [name, "n/a: \(absence)"] }
    guard !sample.isEmpty else { return [name, "n/a: it was never heard"] }
    let ratio = bare.map { (sample.median / $0.median).decimal } ?? ""
    return [
      name, sample.median.decimal, "\(sample.lowerQuartile.decimal)–\(sample.upperQuartile.decimal)",
      "\(sample.least.decimal)–\(sample.greatest.decimal)", ratio,
    ] + (sample.missed > 0 ? ["\(sample.missed) not heard"] : [""])
  }
}

extension Sample {
  fileprivate func row(_ name: String) -> [String] {
    let count = "\(milliseconds.count) of \(milliseconds.count + missed)"
    return ["  " + name] + (isEmpty ? ["n/a: not in any of \(missed)"] : [median.decimal, worst.decimal, count])
  }
}

extension IdleFigures {
  fileprivate var lines: [String] {
    let time = "in \(seconds.decimal) s"
    let memories = [memory.row("cued"), speechDispatcher?.row("speech-dispatcher")].compactMap(\.self)
    let wakeups = [
      ["  wake-ups of cued \(time)", "\(switches)"],
      ["  wake-ups of the sound server \(time)", "\(serverSwitches) with cued, \(serverSwitchesAlone) without"],
    ]
    return Table(rows: memories + wakeups).lines + targets.map(\.line)
  }
}

extension Memory {
  fileprivate func row(_ owner: String) -> [String] {
    ["  memory of \(owner), \(processes) processes", "\(total.megabytes), of it \(anonymous.megabytes) in no file"]
  }
}

extension RenderingFigures {
  fileprivate var lines: [String] {
    ["Rendering a workout of 40 minutes, times as fast as it is heard", cues.line("its cues, as WAV")]
      + cues.targets(least: 2_000).map(\.line) + [mix.line("its cues in music, FLAC to FLAC")]
      + mix.targets(least: 200).map(\.line)
  }
}

extension RenderingSpeed {
  fileprivate func line(_ what: String) -> String {
    switch self {
    case .factor(let factor, let memory): "\(what): \(Int(factor)), in \(memory.megabytes)"
    case .unknown(let reason): "\(what): n/a: \(reason)"
    }
  }
}
