import EventLoop
import Glibc
import SoundLab

/// Something that keeps every core busy.
@EventLoop
final class Load {
  private let processes: [ChildProcess]

  init() throws(LabError) {
    var processes: [ChildProcess] = []
    for _ in 0..<sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
      processes.append(try Spawn("sh", ["-c", "while :; do :; done"], output: .discarded).start())
    }
    self.processes = processes
  }

  func end() async {
    for process in processes { await process.kill() }
  }
}
