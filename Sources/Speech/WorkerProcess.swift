import CLinux
import EventLoop
import Glibc

/// A running speech process, until it has ended and was waited for. It keeps itself alive until then.
@EventLoop
final class WorkerProcess {
  enum Report {
    case answer(SpeechAnswer)
    /// It is gone or was killed for what it did. The last report.
    case lost(SpeechError)
  }

  private let process: pid_t
  private let processDescriptor: Int32
  private let socket: Int32
  private var reader = MessageReader<SpeechAnswer>()
  private var outgoing: ArraySlice<UInt8> = []
  private var socketWatch: FileWatch?
  private var exitWatch: FileWatch?
  private var report: (@EventLoop (Report) -> Void)?

  /// Starts it.
  /// - Parameter report: is called by the loop, and by `receive()`.
  init(executable: String, report: @escaping @EventLoop (Report) -> Void) throws(SpeechError) {
    let launched = try LaunchedWorker(executable: executable)
    process = launched.process
    socket = launched.socket
    self.report = report
    processDescriptor = linux_pidfd_open(process)
    guard processDescriptor >= 0 else {
      let error = errno
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      close(socket)
      throw .processNotStarted(executable: executable, error: error)
    }
    exitWatch = FileWatch(processDescriptor, .readable) { _ in self.ended() }
    socketWatch = FileWatch(socket, .readable) { [weak self] events in self?.socketIsReady(events) }
  }

  /// False once it has closed its end: it is about to be lost.
  var isListening: Bool { socketWatch != nil }

  func send(_ command: SpeechCommand) {
    outgoing += command.frame
    flush()
  }

  /// Ends it without a report.
  func abandon() {
    report = nil
    stopListening()
    kill(process, SIGKILL)
  }

  /// Takes what has arrived, without waiting.
  /// - Returns: whether anything had.
  @discardableResult
  func receive() -> Bool {
    // Little at a time, 0.4 s of sound, so that a long text does not keep the loop from everything else.
    let count = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      let count = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      reader.append(UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)]))
      return count
    }
    guard count > 0 else {
      if count == 0 || (errno != EAGAIN && errno != EINTR) { closed() }
      return false
    }
    passOnAnswers()
    return true
  }

  private func socketIsReady(_ events: FileWatch.Interest) {
    if events.contains(.writable) { flush() }
    if events != .writable { receive() }
  }

  private func passOnAnswers() {
    do {
      while report != nil, let answer = try reader.next() { report?(.answer(answer)) }
    } catch {
      lose(.malformedAnswer(error.what))
    }
  }

  /// What the socket does not take now, it takes when it has room. A broken socket shows itself as closed.
  private func flush() {
    while !outgoing.isEmpty {
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
      let count = outgoing.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { break }
      outgoing = outgoing.dropFirst(count)
    }
    socketWatch?.interest = outgoing.isEmpty ? .readable : [.readable, .writable]
  }

  /// It closed its end: it is ending, or must. How it ended, the exit tells.
  private func closed() {
    stopListening()
    kill(process, SIGKILL)
  }

  private func ended() {
    // The last that it said may still lie in the socket, and there is no more than that.
    while isListening, receive() {}
    var status: Int32 = 0
    waitpid(process, &status, 0)
    stopListening()
    exitWatch?.cancel()
    exitWatch = nil
    close(processDescriptor)
    close(socket)
    lose(.processEnded(ProcessEnd(waitStatus: status)))
  }

  private func lose(_ error: SpeechError) {
    let report = report
    if exitWatch != nil { abandon() }
    self.report = nil
    report?(.lost(error))
  }

  private func stopListening() {
    socketWatch?.cancel()
    socketWatch = nil
  }
}
