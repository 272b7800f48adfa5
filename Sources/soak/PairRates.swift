import EventLoop
import Glibc
import SoundLab

/// How fast one client's cues are taken and taken back, beside a server that only sends back what it gets.
@EventLoop
enum PairRates {
  private static let rounds = 15
  private static let pairs = 4_000
  private static let leastShare = 1.0 / 3

  static func measure() async throws -> Finding {
    let daemon = try await Daemon.startWithoutSound()
    let echo = try await EchoServer.start(beside: daemon.socket)
    var rates: [(daemon: Double, echo: Double)] = []
    // By turns, so that whatever else the machine does hits both alike.
    for round in 0..<rounds {
      rates.append((try rate(at: daemon.socket, round), try rate(at: echo.path, round)))
    }
    await echo.process.kill()
    await daemon.stop()
    let daemonRate = rates.map(\.daemon).sorted()[rounds / 2]
    let echoRate = rates.map(\.echo).sorted()[rounds / 2]
    let share = rates.map { $0.daemon / $0.echo }.sorted()[rounds / 2]
    return Finding(
      "pairs of Play and Cancel in a second: \(Int(daemonRate)), echoed \(Int(echoRate)), share \(Int(share * 100)) %",
      limit: "at least a third", isKept: share >= leastShare)
  }

  /// Pairs in a second. Each message is sent when the one before is answered.
  private static func rate(at path: String, _ round: Int) throws(SoakError) -> Double {
    let connection = try RawConnection(path)
    let at = (Int64(time(nil)) + 86_400) * 1_000_000
    var messages: [[UInt8]] = []
    for number in 0..<pairs {
      let cue = #"{"id":"\#(number)","event":"halfway","at_usec":\#(at)}"#
      messages.append(Array(#"{"method":"io.cued.Cues.Play","parameters":{"cue":\#(cue)}}"#.utf8) + [0])
      messages.append(Array(#"{"method":"io.cued.Cues.Cancel","parameters":{"id":"\#(number)"}}"#.utf8) + [0])
    }
    let begin = ContinuousClock.now
    for message in messages {
      guard connection.send(message), let answer = try connection.receive() else { throw SoakError("hung up on") }
      guard !contains(answer, "\"error\"") else { throw SoakError(String(decoding: answer, as: UTF8.self)) }
    }
    return Double(pairs) / ((ContinuousClock.now - begin) / .seconds(1))
  }
}

/// The least that a server can do, as a process of its own.
enum EchoServer {
  static let name = "echo"

  /// - Parameter socket: beside which it listens.
  @EventLoop
  static func start(beside socket: String) async throws -> (path: String, process: ChildProcess) {
    let path = socket + ".echo"
    let process = try Spawn(try sibling("soak"), [name, path], output: .discarded, errors: .discarded).start()
    try await waitUntil("the echo server to listen") { (try? RawConnection(path)) != nil }
    return (path, process)
  }

  /// Serves one connection after another.
  static func run(at path: String) -> Never {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(listener, 8) == 0 else { exit(EXIT_FAILURE) }
    while true {
      let client = accept(listener, nil, nil)
      echo(client)
      close(client)
    }
  }

  private static func echo(_ client: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
      while true {
        var waiting = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
        let count = read(client, buffer.baseAddress, buffer.count)
        guard count > 0, write(client, buffer.baseAddress, count) == count else { return }
      }
    }
  }
}
