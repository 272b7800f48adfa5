import ChimeSynthesis
import Glibc

/// Writes every chime as a WAV file into a directory.
///
/// - Returns: the exit status: 0, 1 when a file could not be written, 2 when the command line is wrong.
func makeChimes(_ arguments: [String]) -> Int32 {
  guard arguments.count == 2, !arguments[1].hasPrefix("-") else {
    complain("usage: make-chimes DIRECTORY")
    return 2
  }
  for tune in Tune.all {
    let path = "\(arguments[1])/\(tune.name).wav"
    guard write(tune.wav(), to: path) else {
      complain("make-chimes: \(path): cannot be written: \(String(cString: strerror(errno)))")
      return 1
    }
  }
  return 0
}

/// Replaces a file once the new one is whole.
///
/// - Returns: whether it succeeded; if not, `errno` says why.
private func write(_ bytes: [UInt8], to path: String) -> Bool {
  let unfinished = path + ".new"
  guard let file = fopen(unfinished, "w") else { return false }
  let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
  // Closed in any case, since it holds back some of the bytes until then.
  guard fclose(file) == 0, isWritten, rename(unfinished, path) == 0 else {
    let reason = errno
    unlink(unfinished)
    errno = reason
    return false
  }
  return true
}

private func complain(_ message: String) {
  var line = message + "\n"
  line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
