import EventLoop
import FoundationEssentials
import Glibc
import Testing
import Varlink

@testable import CueInterface

/// What a person is told when the daemon cannot be started.
@Suite(.timeLimit(.minutes(1))) struct DaemonStartTests {
  private let folder: String
  private var socket: String { folder + "/socket" }

  init() {
    var template = Array("/tmp/daemon-start-tests-XXXXXX".utf8CString)
    mkdtemp(&template)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A child writes it: a descriptor of ours would be in every process that another test starts at that moment, and
  /// what somebody has open for writing cannot be executed.
  private func write(program: String) {
    let file = popen("cat > \(folder)/cued && chmod +x \(folder)/cued", "we")
    fputs(program, file)
    pclose(file)
  }

  /// - Parameter program: the text of the file `cued`; nil: there is none.
  private func failure(program: String?) async -> String? {
    if let program { write(program: program) }
    defer { system("rm -r \(folder)") }
    do throws(CueClientError) {
      _ = try await DaemonStart.run(at: socket, folders: ["/nonexistent", folder])
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
    let check = "[ \"$*\" = \"--transient --socket \(socket)\" ] && exit 3"
    #expect(
      await failure(program: "#!/bin/sh\n\(check)\nexit 0\n")
        == Self.start + "\(folder)/cued was started and ended at once; run it by hand to see why")
  }

  @Test @EventLoop func `A daemon that ends while its client goes on leaves no zombie`() async throws {
    defer { system("rm -r \(folder)") }
    write(program: "#!/bin/sh\necho $$ > \(folder)/id\n")
    let other = VarlinkServer(.init(vendor: "", product: "", version: "", url: ""), interfaces: [])
    try other.listen(at: socket)
    let client = try await DaemonStart.run(at: socket, folders: [folder])
    while startedProcess.map({ kill($0, 0) == 0 }) ?? true { await pause(for: .milliseconds(5)) }
    client.close()
    other.close()
  }

  /// The id that the program has written to a file.
  private var startedProcess: pid_t? {
    guard let text = try? String(contentsOfFile: folder + "/id", encoding: .utf8), text.hasSuffix("\n") else {
      return nil
    }
    return pid_t(text.dropLast())
  }
}
