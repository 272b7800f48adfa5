import CLinux
import Glibc

/// Calls back whenever a file of one name appears, by being made or moved there (inotify).
@EventLoop
public final class FolderWatch {
  private let name: String
  private let descriptor: Int32
  private var watch: FileWatch?
  private let handler: @EventLoop () -> Void

  /// - Parameter path: the file's; its folder must be there, or nothing is ever told.
  public init(_ path: String, handler: @escaping @EventLoop () -> Void) {
    self.handler = handler
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    name = String(parts.last ?? "")
    let folder = parts.dropLast().joined(separator: "/")
    descriptor = linux_folder_watch(parts.count == 1 ? "." : folder + "/")
    guard descriptor >= 0 else { return }
    watch = FileWatch(descriptor, .readable) { [weak self] _ in self?.changed() }
  }

  public func cancel() {
    guard watch != nil else { return }
    watch?.cancel()
    watch = nil
    close(descriptor)
  }

  isolated deinit { cancel() }

  private func changed() {
    if linux_folder_watch_saw(descriptor, name) > 0 { handler() }
  }
}
