import Glibc

/// Processes that belong together: some, and all that these have started.
struct Processes: Sendable {
  let ids: [pid_t]

  init(_ roots: [pid_t]) {
    var ids = roots
    var next = 0
    while next < ids.count {
      ids += Self.children(of: ids[next])
      next += 1
    }
    self.ids = ids
  }

  private static func children(of id: pid_t) -> [pid_t] {
    threads(of: id).flatMap { thread in
      (SystemFile.text("\(thread)/children") ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  private static func threads(of id: pid_t) -> [String] {
    guard let directory = opendir("/proc/\(id)/task") else { return [] }
    defer { closedir(directory) }
    var threads: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if pid_t(name) != nil { threads.append("/proc/\(id)/task/\(name)") }
    }
    return threads
  }
}

// MARK: - Figures

/// What processes take of the machine's memory, in kB.
struct Memory: Encodable, Sendable {
  var processes: Int
  /// All of it; what is shared with others counts by its share.
  var total: Int
  /// What is in no file.
  var anonymous: Int
}

extension Processes {
  var memory: Memory {
    ids.reduce(into: Memory(processes: ids.count, total: 0, anonymous: 0)) { memory, id in
      let fields = SystemFile.fields("/proc/\(id)/smaps_rollup")
      memory.total += Self.number(fields["Pss"])
      memory.anonymous += Self.number(fields["Pss_Anon"])
    }
  }

  /// How often their threads have run and stopped running since they were started: every wake-up is one.
  var switches: Int {
    ids.flatMap(Self.threads).reduce(0) { sum, thread in
      let fields = SystemFile.fields("\(thread)/status")
      return sum + Self.number(fields["voluntary_ctxt_switches"]) + Self.number(fields["nonvoluntary_ctxt_switches"])
    }
  }

  /// Of `17 kB`, 17.
  private static func number(_ field: String?) -> Int {
    field?.split(separator: " ").first.flatMap { Int($0) } ?? 0
  }
}
