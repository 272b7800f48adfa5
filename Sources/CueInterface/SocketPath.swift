import FoundationEssentials
import Glibc

/// Where the daemon listens.
public enum SocketPath {
  static let fileName = "io.cued"

  /// `$XDG_RUNTIME_DIR/io.cued`; where the variable is unset, as under cron, sudo or ssh, in `/run/user/UID`, if that
  /// is ours.
  ///
  /// - Throws: ``CueClientError/noRuntimeDirectory``.
  public static func standard(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(CueClientError) -> String {
    try runtimeDirectory(environment: environment) + "/" + fileName
  }

  /// The folder for what lives as long as the person is logged in.
  ///
  /// - Throws: ``CueClientError/noRuntimeDirectory``.
  public static func runtimeDirectory(environment: [String: String]) throws(CueClientError) -> String {
    if let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") { return directory }
    let directory = "/run/user/\(getuid())"
    var status = stat()
    guard stat(directory, &status) == 0, status.st_uid == getuid() else { throw .noRuntimeDirectory }
    return directory
  }
}
