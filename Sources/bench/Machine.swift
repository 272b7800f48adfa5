import Glibc

/// The machine that is measured on.
struct Machine: Encodable, Sendable {
  var cores: Int
  var processor: String
  var kernel: String

  static var present: Machine {
    Machine(
      cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)), processor: processorName,
      kernel: SystemFile.text("/proc/sys/kernel/osrelease").map(String.init) ?? "unknown")
  }

  private static var processorName: String {
    SystemFile.fields("/proc/cpuinfo")["model name"] ?? "unknown processor"
  }
}

/// How busy the machine was with anything, from one moment to another.
struct Busyness: Encodable, Sendable {
  /// Processes that wanted to run, over the last minute, at the beginning and at the end.
  var loadBefore: Double
  var loadAfter: Double
  /// The share of the time in which some process waited for a processor, 0 to 1; absent where the kernel does not
  /// count it.
  var waiting: Double?

  /// Waiting and being woken is what is measured here: beyond this, figures are the machine's rather than the program's.
  var isHigh: Bool { waiting.map { $0 > 0.1 } ?? (max(loadBefore, loadAfter) > Double(Machine.present.cores) / 2) }

  /// What the kernel counts, at one moment.
  struct Mark: Sendable {
    private let load = Self.load
    private let waited = Self.waited
    private let time = SuspendingClock.now

    func untilNow() -> Busyness {
      let passed = (SuspendingClock.now - time).milliseconds * 1_000
      let waiting = Self.waited.flatMap { now in waited.map { Double(now - $0) / passed } }
      return Busyness(loadBefore: load, loadAfter: Self.load, waiting: waiting)
    }

    private static var load: Double {
      SystemFile.text("/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) } ?? 0
    }

    /// Microseconds since the machine was started.
    private static var waited: Int? {
      let some = SystemFile.text("/proc/pressure/cpu")?.split(separator: "\n").first
      return some?.split(separator: "=").last.flatMap { Int($0) }
    }
  }
}
