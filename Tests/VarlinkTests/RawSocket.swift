import CLinux
import FoundationEssentials
import Glibc
import JSON

@testable import Varlink

/// A blocking client socket that sends whatever it is told.
final class RawSocket: Sendable {
  let descriptor: Int32

  init(_ path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    precondition(UnixAddress(path: path)!.connect(descriptor) == 0, "cannot connect to \(path)")
    // A test that waits for what never comes fails instead of hanging.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { Glibc.close(descriptor) }

  /// False: the other end is closed.
  @discardableResult
  func send(bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0 { return false }
      sent += count
    }
    return true
  }

  /// Sends a message with its NUL.
  @discardableResult
  func send(_ message: String) -> Bool { send(bytes: Array(message.utf8) + [0]) }

  func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Everything until the server closes the connection, cut into messages; nil where it does not close it.
  func receiveAll() -> [JSONValue]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0 && errno == EAGAIN { return nil }
      // A reset is how a socket says that it was closed with something unread.
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    return bytes.split(separator: 0).map(Self.parse)
  }

  /// The next message; nil where the server has closed the connection.
  func receive() -> JSONValue? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) == 1 {
      if byte == 0 { return Self.parse(bytes[...]) }
      bytes.append(byte)
    }
    return nil
  }

  private static func parse(_ bytes: ArraySlice<UInt8>) -> JSONValue {
    (try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))) ?? .string("not JSON")
  }
}

/// A call as it is sent.
func message(_ member: String, _ parameters: String = "{}", flags: String = "") -> String {
  #"{"method":"org.example.Counter.\#(member)","parameters":\#(parameters)\#(flags)}"#
}

func sum(_ value: Int64) -> JSONValue { .object(["parameters": .object(["sum": .integer(value)])]) }

let nothing = JSONValue.object(["parameters": .object([:])])
