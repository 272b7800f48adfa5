import Glibc
import Testing

@testable import CueInterface

/// What a person is told when the daemon cannot be started.
@Suite(.timeLimit(.minutes(1))) struct DaemonStartTests {
  private let folder: String

  init() {
    var template = Array("/tmp/daemon-start-tests-XXXXXX".utf8CString)
    mkdtemp(&template)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// - Parameter program: the text of the file `cued`; nil: there is none.
  private func failure(program: String?) async -> String? {
    if let program {
      let file = fopen(folder + "/cued", "w")
      fputs(program, file)
      fclose(file)
      chmod(folder + "/cued", 0o755)
    }
    defer { system("rm -r \(folder)") }
    do throws(CueClientError) {
      _ = try await DaemonStart.run(at: folder + "/socket", folders: ["/nonexistent", folder])
      return nil
    } catch {
      return error.description
    }
  }

  private static let start = "cued does not run and cannot be started: "

  @Test func `There is no program`() async {
    #expect(
      await failure(program: nil) == Self.start + "there is no program cued beside this one or in PATH")
  }

  @Test func `The program is none`() async {
    #expect(await failure(program: "not a program") == Self.start + "\(folder)/cued: Exec format error")
  }

  @Test func `The program fails`() async {
    #expect(
      await failure(program: "#!/bin/sh\nexit 3\n")
        == Self.start + "\(folder)/cued was started and ended at once; run it by hand to see why")
  }

  @Test func `The program gets the socket and is told to leave by itself`() async {
    let check = "[ \"$*\" = \"--transient --socket \(folder)/socket\" ] && kill $$"
    #expect(
      await failure(program: "#!/bin/sh\n\(check)\nsleep 20\n")
        == Self.start + "\(folder)/cued was started and ended at once; run it by hand to see why")
  }
}
