import EventLoop

/// A message bus that nobody else has.
@EventLoop
final class MessageBus {
  let address: String
  private let daemon: Program

  init() async {
    daemon = Program(["/usr/bin/env", "dbus-daemon", "--session", "--nofork", "--print-address"], .pipe)
    await daemon.prints("guid=")
    await daemon.prints("\n")
    address = daemon.output.split(separator: "\n").first { $0.hasPrefix("unix:") }.map(String.init) ?? ""
  }

  /// What makes it a program's session bus.
  var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  /// What a program prints that finds this bus.
  func output(_ words: String...) async -> String {
    let program = Program(["/usr/bin/env"] + words, .pipe, environment: environment)
    _ = await program.end()
    return program.output
  }

  /// Waits until a program prints that.
  func until(_ words: String..., prints wanted: String) async throws {
    while true {
      let program = Program(["/usr/bin/env"] + words, .pipe, environment: environment)
      _ = await program.end()
      if program.output == wanted { return }
      try Task.checkCancellation()
      await pause(for: .milliseconds(10))
    }
  }

  /// Ends it, under the feet of all who are connected.
  func kill() async {
    daemon.send(9)
    _ = await daemon.end()
  }
}
