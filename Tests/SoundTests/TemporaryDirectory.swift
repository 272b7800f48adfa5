import Glibc

/// A directory that lasts as long as this value.
struct TemporaryDirectory: ~Copyable {
  let path: String

  init() {
    var template = Array("/tmp/cued-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      preconditionFailure("no temporary directory: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in names { remove(file(name)) }
    rmdir(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// - Returns: the path of the new file.
  func write(_ bytes: [UInt8], to name: String) -> String {
    let file = fopen(file(name), "w")!
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return self.file(name)
  }

  /// The names of what is in it, in order.
  var names: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }
}

/// The first megabyte of a file; nil where there is none.
func bytes(ofFile path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return Array(bytes.prefix(count))
}
