import Glibc

/// The speech process's end of the socket. It blocks, and ends the process when the other end is gone or talks
/// nonsense: there is nobody left to work for.
final class WorkerChannel {
  private let descriptor: Int32
  private var reader = MessageReader<SpeechCommand>()
  private var waiting: [SpeechCommand] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next command, waited for.
  func next() -> SpeechCommand {
    while waiting.isEmpty { receive(flags: 0) }
    return waiting.removeFirst()
  }

  /// Whether a cancel for this request has arrived. Does not wait.
  func isCancelled(_ number: UInt32) -> Bool {
    receive(flags: Int32(MSG_DONTWAIT))
    return waiting.contains(.cancel(number: number))
  }

  func send(_ answer: SpeechAnswer) {
    var rest = answer.frame[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        exit(EXIT_SUCCESS)
      }
    }
  }

  private func receive(flags: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      let count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
      if count > 0 {
        reader.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        exit(EXIT_SUCCESS)
      }
    }
    do {
      while let command = try reader.next() { waiting.append(command) }
    } catch {
      exit(EXIT_FAILURE)
    }
  }
}
