import SoundLab
import Testing

/// Starts one sound server for all the tests of a suite, nested suites included, and stops it after the last.
///
/// It stands on a `.serialized` parent suite, and tests in other files join by nested suites in extensions. Where no
/// test of the suite is to run, no server is started.
public struct SoundServerTrait: SuiteTrait, TestScoping {
  @TaskLocal fileprivate static var server: SoundServer?

  let kind: SoundServer.Kind

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let server = try await SoundServer.start(kind)
    do {
      try await Self.$server.withValue(server, operation: function)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

extension Trait where Self == SoundServerTrait {
  /// One sound server for all the tests of this suite: see ``SoundLab/SoundServer/current``.
  public static func soundServer(_ kind: SoundServer.Kind) -> Self { Self(kind: kind) }
}

extension SoundServer {
  /// The server of the suite that the running test belongs to.
  public nonisolated static var current: SoundServer {
    guard let server = SoundServerTrait.server else {
      preconditionFailure("no suite around this test has the trait .soundServer")
    }
    return server
  }
}
