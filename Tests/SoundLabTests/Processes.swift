import FoundationEssentials
import Glibc

/// The state of a process as the kernel has it: `R`, `S`, `T`, `Z` …; `nil`: there is none.
func state(of process: pid_t) -> Character? {
  guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
  return stat.split(separator: ")").last?.dropFirst().first
}

func isRunning(_ process: pid_t) -> Bool {
  guard let state = state(of: process) else { return false }
  return state != "Z"
}
