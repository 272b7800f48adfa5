import FoundationEssentials
import Glibc

/// A new, empty directory that goes when it is released, with all that is in it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/varlink-tests-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no temporary directory")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
