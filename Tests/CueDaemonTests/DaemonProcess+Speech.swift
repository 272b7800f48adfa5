import EventLoop
import FoundationEssentials
import Glibc

extension DaemonProcess {
  /// The process that speaks for it, while there is one.
  var speechWorker: pid_t? {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.lazy.compactMap(pid_t.init).first { parent(of: $0) == id }
  }

  /// Kills an idle speech worker, and waits until the daemon knows: the next one begins anew.
  func replaceSpeechWorker() async throws {
    guard let worker = speechWorker else { throw Failure("cued has no speech process") }
    Glibc.kill(worker, SIGKILL)
    try await until("cued to know of its worker's end") { Glibc.kill(worker, 0) != 0 }
  }
}

/// The process's parent, unless it has ended.
private func parent(of process: pid_t) -> pid_t? {
  guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
  let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
  return fields.count > 1 && fields[0] != "Z" ? pid_t(fields[1]) : nil
}
