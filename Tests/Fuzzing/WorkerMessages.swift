@testable import Speech

/// What the two ends of the speech process's socket read, of which neither trusts the other.
func readWorkerMessages(_ input: UnsafeRawBufferPointer) {
  read(input, as: SpeechAnswer.self)
  read(input, as: SpeechCommand.self)
}

private func read<Received: Message>(_ input: UnsafeRawBufferPointer, as type: Received.Type) {
  var reader = MessageReader<Received>()
  let middle = input.count / 2
  for piece in [input[..<middle], input[middle...]] {
    reader.append(UnsafeRawBufferPointer(rebasing: piece))
    while let message = try? reader.next() {
      var again = MessageReader<Received>()
      message.frame.withUnsafeBytes { again.append($0) }
      let copy = try? again.next()
      precondition(copy?.frame == message.frame, "a message that was taken is another when it is sent on")
    }
  }
}
