import Cue
import EventLoop
import Glibc
import Testing
import Varlink

@testable import CueInterface

/// A daemon of some version that refuses every call in one way.
@EventLoop
private final class RefusingDaemon {
  let path: String
  private let server: VarlinkServer

  init(version: String, _ refusal: @escaping @EventLoop @Sendable (VarlinkCall) -> VarlinkError) throws {
    var template = Array("/tmp/version-tests-XXXXXX".utf8CString)
    mkdtemp(&template)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) + "/socket"
    let interface = VarlinkInterface(
      name: Cues.name, description: Cues.description, invalidField: VarlinkError.invalidField
    ) { call in
      call.answer { call throws(VarlinkError) in throw refusal(call) }
    }
    server = VarlinkServer(
      .init(vendor: "test", product: "test", version: version, url: "https://example.org"), interfaces: [interface])
    try server.listen(at: path)
  }

  isolated deinit { server.close() }
}

@Suite(.timeLimit(.minutes(1))) @EventLoop struct VersionTests {
  private static let cue = WireCue(id: "a", event: .halfway)

  private func errorOfPlaying(
    version: String, _ refusal: @escaping @EventLoop @Sendable (VarlinkCall) -> VarlinkError
  ) async throws -> String {
    let daemon = try RefusingDaemon(version: version, refusal)
    let client = try await CueClient.connect(to: daemon.path, starting: false)
    let error = await #expect(throws: CueClientError.self) { try await client.play(Self.cue) }
    return "\(try #require(error))"
  }

  private static let restart = #"restart cued, with "systemctl --user restart cued" or "pkill -x cued""#

  @Test func `A daemon of another version that does not know a method is named with both versions`() async throws {
    let error = try await errorOfPlaying(version: "0.0.7") { .methodNotFound($0.method) }
    #expect(
      error
        == "cued 0.0.7 is running, and this program is of version \(cuedVersion) "
        + "(the service has no method io.cued.Cues.Play): \(Self.restart)")
  }

  @Test func `So is one that does not know a field`() async throws {
    let error = try await errorOfPlaying(version: "0.0.7") { _ in
      .invalidField(FieldError(field: "cue.id", reason: "is unknown; the fields are none"))
    }
    #expect(
      error
        == "cued 0.0.7 is running, and this program is of version \(cuedVersion) "
        + "(cue.id is unknown; the fields are none): \(Self.restart)")
  }

  @Test func `One of this version is not blamed`() async throws {
    let error = try await errorOfPlaying(version: cuedVersion) { .methodNotFound($0.method) }
    #expect(error == "the service has no method io.cued.Cues.Play")
  }

  @Test func `What any version would refuse is no question of versions`() async throws {
    let error = try await errorOfPlaying(version: "0.0.7") { _ in
      .invalidField(FieldError(field: "cue.week", reason: "must be 1 to 9, not 0"))
    }
    #expect(error == "cue.week must be 1 to 9, not 0")
  }

  /// The daemon's own words for it.
  @Test func `A field that nobody knows is recognised as such`() {
    let error = #expect(throws: FieldError.self) { try decode(#"{"id": "a", "event": "halfway", "x": 1}"#) }
    #expect(error?.isOfUnknownField == true)
    let other = #expect(throws: FieldError.self) { try decode(#"{"id": "a", "event": "none"}"#) }
    #expect(other?.isOfUnknownField == false)
  }
}
