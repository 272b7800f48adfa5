import FoundationEssentials
import Glibc

/// A directory of files that lasts as long as this object.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/couch5k-tests-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no temporary directory")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  private static func remove(_ path: String) {
    if Glibc.remove(path) == 0 { return }
    for name in names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of what is in it, in order.
  var names: [String] { Self.names(in: path) }

  private static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }
}
