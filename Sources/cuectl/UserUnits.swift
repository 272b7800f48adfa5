import CueInterface
import Glibc

/// What the user's service manager knows of cued's units.
struct UserUnits: Equatable {
  /// The properties of each unit, by its name; empty where there is no service manager.
  private var units: [String: [String: String]] = [:]

  /// - Parameter text: as `systemctl show` writes it: a property a line, and an empty line between units.
  init(_ text: String) {
    for block in text.split(separator: "\n\n") {
      let pairs = block.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
      let properties = Dictionary(
        pairs.map { (String($0[0]), $0.count == 2 ? String($0[1]) : "") }, uniquingKeysWith: { first, _ in first })
      if let id = properties["Id"] { units[id] = properties }
    }
  }

  /// As they are now. A service manager that does not answer is not waited for long.
  static var current: UserUnits {
    let command =
      "timeout 5 systemctl --user show --property=Id,LoadState,ActiveState,UnitFileState,Result "
      + "cued.socket cued.service 2>/dev/null"
    guard let answer = popen(command, "re") else { return UserUnits("") }
    defer { pclose(answer) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let count = fread(&chunk, 1, chunk.count, answer), count > 0 { bytes += chunk[..<count] }
    return UserUnits(String(decoding: bytes, as: UTF8.self))
  }

  var finding: Cues.Finding {
    let subject = "units"
    guard let socket = units["cued.socket"], let service = units["cued.service"] else {
      return Cues.Finding(
        subject, .ok, "no service manager of yours runs: cuectl and couch5k start cued themselves")
    }
    guard socket["LoadState"] == "loaded", service["LoadState"] == "loaded" else {
      return Cues.Finding(
        subject, .warning, "cued.socket and cued.service are not installed: cuectl and couch5k start cued themselves",
        advice: "\"make install\" installs them")
    }
    if service["ActiveState"] == "failed" {
      return Cues.Finding(
        subject, .failure, "cued.service has failed (\(service["Result"] ?? "unknown"))",
        advice: "\"journalctl --user --unit cued\" tells why; then \"systemctl --user reset-failed cued.service\"")
    }
    guard socket["ActiveState"] == "active" else {
      return Cues.Finding(
        subject, .warning, "cued.socket is \(socket["ActiveState"] ?? "unknown")",
        advice: "To have cued started when it is needed: \"systemctl --user enable --now cued.socket\"")
    }
    return Cues.Finding(subject, .ok, "cued.socket is active, and \(socket["UnitFileState"] ?? "unknown")")
  }
}
