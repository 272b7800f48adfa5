import EventLoop

/// Something the speech process was or will be asked, until it is answered or given up.
@EventLoop
final class OpenRequest {
  enum Reply {
    case samples(rate: Int, [Int16])
    case ended
    case voices([Voice])
    case failed(SpeechError)
  }

  let command: SpeechCommand
  private var receive: (@EventLoop (Reply) -> Void)?

  init(_ command: SpeechCommand, receive: @escaping @EventLoop (Reply) -> Void) {
    self.command = command
    self.receive = receive
  }

  /// Hands over a part of the answer; to nobody, once the request was given up or has its last part.
  func reply(_ reply: Reply) {
    switch reply {
    case .samples: receive?(reply)
    case .ended, .voices, .failed:
      let last = receive
      receive = nil
      last?(reply)
    }
  }

  /// Nothing more will be handed over.
  func giveUp() {
    receive = nil
  }
}
