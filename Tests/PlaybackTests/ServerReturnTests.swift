import EventLoop
import FoundationEssentials
import Testing

@testable import Playback

@Suite struct ServerSocketTests {
  @Test(
    arguments: [
      (["XDG_RUNTIME_DIR": "/run/user/1"], "/run/user/1/pulse/native"),
      (["XDG_RUNTIME_DIR": "/run/user/1", "PULSE_RUNTIME_PATH": "/tmp/pulse"], "/tmp/pulse/native"),
      (["XDG_RUNTIME_DIR": "/run/user/1", "PULSE_SERVER": ""], "/run/user/1/pulse/native"),
      (["PULSE_SERVER": "unix:/tmp/socket"], "/tmp/socket"),
      (["PULSE_SERVER": "{4cf1b2}unix:/tmp/socket tcp:host:4713"], "/tmp/socket"),
      (["PULSE_SERVER": "host /tmp/socket"], "/tmp/socket"),
      (["PULSE_SERVER": "tcp:host:4713"], nil),
      ([:], nil),
    ] as [([String: String], String?)])
  func `It is where libpulse looks for it`(environment: [String: String], path: String?) {
    #expect(ServerSocket.path { environment[$0] } == path)
  }
}

@EventLoop
@Suite struct ServerReturnTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "cued-return-\(UUID())").path

  @Test(arguments: [true, false])
  func `It is told when the socket appears, and when its folder does`(hasFolder: Bool) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let pulse = folder + "/pulse"
    if hasFolder { try FileManager.default.createDirectory(atPath: pulse, withIntermediateDirectories: false) }
    var count = 0
    let watch = ServerReturn(pulse + "/native") { count += 1 }
    if !hasFolder {
      try FileManager.default.createDirectory(atPath: pulse, withIntermediateDirectories: false)
      while count == 0 { await pause(for: .milliseconds(1)) }
    }
    let before = count
    #expect(FileManager.default.createFile(atPath: pulse + "/other", contents: nil))
    #expect(FileManager.default.createFile(atPath: pulse + "/native", contents: nil))
    while count == before { await pause(for: .milliseconds(1)) }
    #expect(count == before + 1)
    watch.cancel()
  }
}
