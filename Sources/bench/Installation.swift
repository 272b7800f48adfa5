import FoundationEssentials
import Glibc

/// The programs that were built beside this one.
enum Installation {
  /// - Throws: where it was not built.
  static func path(of program: String) throws(BenchError) -> String {
    guard let mine = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      let slash = mine.lastIndex(of: "/")
    else { throw BenchError("/proc is not there: this benchmark is for Linux") }
    let path = String(mine[...slash]) + program
    guard access(path, X_OK) == 0 else { throw BenchError("there is no program \(path): run swift build -c release") }
    return path
  }
}
