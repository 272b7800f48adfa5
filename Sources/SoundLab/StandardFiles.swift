import CLinux
import EventLoop
import Glibc

/// One of the three standard files as the child gets it, and our end of it where there is one.
struct ChildEnd {
  let descriptor: Int32
  /// Our end: what we write to or read from.
  let far: Int32?

  /// The child's standard input.
  ///
  /// It is a socket and no pipe, because writing to a pipe that nobody reads raises SIGPIPE.
  init(_ input: Spawn.Input, null: Int32) throws(LabError) {
    switch input {
    case .nothing: (descriptor, far) = (null, nil)
    case .descriptor(let descriptor): (self.descriptor, far) = (descriptor, nil)
    case .supplied, .heldOpen:
      var ends: [Int32] = [0, 0]
      let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .system("socketpair") }
      (descriptor, far) = (ends[0], ends[1])
    }
  }

  /// The child's standard output or error.
  init(_ output: Spawn.Output, null: Int32, inherited: Int32) throws(LabError) {
    switch output {
    case .discarded: (descriptor, far) = (null, nil)
    case .inherited: (descriptor, far) = (inherited, nil)
    case .descriptor(let descriptor): (self.descriptor, far) = (descriptor, nil)
    case .captured, .delivered:
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw .system("pipe") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (descriptor, far) = (ends[1], ends[0])
    }
  }

  /// Closes the child's end on our side; without it the end of a stream would never be seen.
  func closeOurCopy() {
    if far != nil { close(descriptor) }
  }
}

/// Writes to a child's standard input as fast as it reads.
@EventLoop
final class InputFeed {
  private let descriptor: Int32
  private let supply: (@Sendable @EventLoop () -> [UInt8]?)?
  private var pending: ArraySlice<UInt8> = []
  private var watch: FileWatch?

  /// - Parameter descriptor: is closed by the feed.
  init(_ descriptor: Int32, _ input: Spawn.Input) {
    self.descriptor = descriptor
    if case .supplied(let supply) = input { self.supply = supply } else { supply = nil }
    watch = FileWatch(descriptor, supply == nil ? [] : .writable) { [weak self] _ in self?.write() }
  }

  func close() {
    guard let watch else { return }
    watch.cancel()
    self.watch = nil
    Glibc.close(descriptor)
  }

  private func write() {
    if pending.isEmpty {
      guard let more = supply?() else { return close() }
      pending = more[...]
    }
    let sent = pending.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    if sent >= 0 {
      pending.removeFirst(sent)
    } else if errno != EAGAIN {
      close()
    }
  }

  isolated deinit { close() }
}

/// Reads what a child writes to standard output or error.
@EventLoop
final class OutputDrain {
  private(set) var captured: [UInt8] = []
  private let descriptor: Int32
  private let deliver: (@Sendable @EventLoop ([UInt8]) -> Void)?
  private var watch: FileWatch?

  /// - Parameter descriptor: is closed by the drain.
  init(_ descriptor: Int32, _ output: Spawn.Output) {
    self.descriptor = descriptor
    if case .delivered(let deliver) = output { self.deliver = deliver } else { deliver = nil }
    linux_set_nonblocking(descriptor)
    watch = FileWatch(descriptor, .readable) { [weak self] _ in self?.read() }
  }

  /// Takes what is there, and no more after it.
  func finish() {
    read()
    close()
  }

  private func read() {
    while watch != nil {
      var result = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      guard result > 0 else {
        // An end of file stays readable, and would wake the loop for ever.
        if result == 0 || errno != EAGAIN { close() }
        return
      }
      if let deliver { deliver(bytes) } else { captured += bytes }
    }
  }

  private func close() {
    guard let watch else { return }
    watch.cancel()
    self.watch = nil
    Glibc.close(descriptor)
  }

  isolated deinit { close() }
}
