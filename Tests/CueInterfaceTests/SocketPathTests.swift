import Glibc
import Testing

@testable import CueInterface

@Suite struct SocketPathTests {
  @Test(arguments: ["/run/user/1000", "/tmp/a folder"])
  func `The socket lies in XDG_RUNTIME_DIR`(folder: String) throws {
    #expect(try SocketPath.standard(environment: ["XDG_RUNTIME_DIR": folder]) == folder + "/io.cued")
  }

  @Test(arguments: [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "run"]])
  func `Without an absolute one it lies in the person's own folder, or the person is asked`(
    environment: [String: String]
  ) {
    let folder = "/run/user/\(getuid())"
    do throws(CueClientError) {
      #expect(try SocketPath.standard(environment: environment) == folder + "/io.cued")
      #expect(access(folder, F_OK) == 0)
    } catch {
      #expect(error.description.hasSuffix("name the socket with --socket"))
      #expect(access(folder, F_OK) != 0)
    }
  }
}
