import CLinux
import Glibc

/// Writes a line to standard output, at once.
///
/// - Returns: whether it could be written; if not, `errno` says why.
@discardableResult
public func printLine(_ line: String = "") -> Bool {
  fputs(line + "\n", linux_stdout()) >= 0 && fflush(linux_stdout()) == 0
}

/// Says what went wrong on standard error: the program, what, why.
public func complain(_ program: String, _ what: String) {
  fputs("\(program): \(what)\n", linux_stderr())
}

/// Gives a program that was started without standard files some: what it opens next would get their numbers, and
/// what it says would go there.
public func openStandardFiles() {
  var descriptor: Int32
  repeat { descriptor = open("/dev/null", O_RDWR) } while (0...STDERR_FILENO).contains(descriptor)
  if descriptor >= 0 { close(descriptor) }
}

/// What a program's exit tells scripts.
public enum ExitStatus {
  public static let success: Int32 = 0
  /// It was asked for something that it could not do.
  public static let failure: Int32 = 1
  /// The command line is wrong.
  public static let usage: Int32 = 2
}
