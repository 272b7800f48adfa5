import Glibc

/// Why a sound server, a program or a recording could not be had. Its description is a sentence for the person
/// who reads the failed test.
public struct LabError: Error, CustomStringConvertible {
  public enum Code: Sendable {
    /// A program is not installed; the description names the Debian package that has it.
    case missingProgram
    /// A system call failed.
    case system
    /// Something did not come about in time.
    case late
    /// A program ended that should have gone on, or reported a failure.
    case ended
    /// What was asked for cannot be had from this kind of server.
    case unsuitable
    /// A program said something that could not be understood.
    case unreadable
  }

  public let code: Code
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// For a call that has just failed: names it and gives the system's own words.
  ///
  /// - Parameter error: the call's error number, where it does not leave it in `errno`.
  static func system(_ call: String, error: Int32 = errno) -> LabError {
    LabError(.system, "\(call): \(String(cString: strerror(error)))")
  }
}
