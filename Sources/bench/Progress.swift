import Glibc

/// Says on a terminal what is being measured: the tables come only at the end, after many minutes.
func progress(_ what: String) {
  guard isatty(STDERR_FILENO) == 1 else { return }
  let line = Array("bench: \(what) …\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
