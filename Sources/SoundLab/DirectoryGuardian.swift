import EventLoop
import FoundationEssentials
import Glibc

/// A temporary directory that is removed when it is dismissed or the test process ends, even by SIGKILL.
///
/// A shell does it: it reads until the end of its input, which comes when this process's end of the socket is
/// closed by either. It goes on trying, since the server's processes die in the same moment and may still be writing.
@EventLoop
final class DirectoryGuardian {
  nonisolated let directory: String
  private let shell: ChildProcess

  init() throws(LabError) {
    let place = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    guard let template = strdup("\(place)/sound-lab.XXXXXX") else { throw .system("strdup") }
    defer { free(template) }
    guard let path = mkdtemp(template) else { throw .system("a temporary directory in \(place)") }
    directory = String(cString: path)

    let script = #"read -r _; until rm -rf -- "$0"; do sleep 0.1; done"#
    var spawn = Spawn("/bin/sh", ["-c", script, directory], directory: "/", input: .heldOpen, output: .discarded)
    spawn.errors = .discarded
    spawn.diesWithParent = false
    do {
      shell = try spawn.start()
    } catch {
      rmdir(directory)
      throw error
    }
  }

  /// Returns when the directory is gone.
  func dismiss() async {
    shell.closeInput()
    await shell.wait()
  }
}
