import EventLoop

/// Where the sound server listens, by libpulse's rules, where that is a Unix socket.
enum ServerSocket {
  /// - Parameter environment: the value of a variable.
  /// - Returns: nil where the server is on another machine, or nobody knows.
  static func path(_ environment: (String) -> String?) -> String? {
    if let servers = environment("PULSE_SERVER"), !servers.isEmpty { return servers.split(separator: " ").firstPath }
    if let folder = environment("PULSE_RUNTIME_PATH") { return folder + "/native" }
    return environment("XDG_RUNTIME_DIR").map { $0 + "/pulse/native" }
  }
}

extension [Substring] {
  /// Of servers to be tried one after another: `unix:/path`, `/path` or `host:port`, each perhaps after a `{machine}`.
  fileprivate var firstPath: String? {
    for server in self {
      var address = server.first == "{" ? server.drop { $0 != "}" }.dropFirst() : server
      if address.hasPrefix("unix:") { address = address.dropFirst("unix:".count) }
      if address.hasPrefix("/") { return String(address) }
    }
    return nil
  }
}

/// Tells when a sound server that was away may be there: its socket has appeared, or the folder that it lives in.
@EventLoop
final class ServerReturn {
  private let path: String
  private let handler: @EventLoop () -> Void
  private var socket: FolderWatch?
  private var folder: FolderWatch?

  init(_ path: String, handler: @escaping @EventLoop () -> Void) {
    self.path = path
    self.handler = handler
    socket = FolderWatch(path) { [weak self] in self?.handler() }
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    folder = FolderWatch(parent) { [weak self] in self?.folderAppeared() }
  }

  func cancel() {
    socket?.cancel()
    folder?.cancel()
  }

  isolated deinit { cancel() }

  private func folderAppeared() {
    socket?.cancel()
    socket = FolderWatch(path) { [weak self] in self?.handler() }
    handler()
  }
}
