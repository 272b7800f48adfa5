import EventLoop
import Testing

/// The program itself, where nothing can be heard.
@Suite(.serialized, .timeLimit(.minutes(5))) @EventLoop struct SilenceTests {
  @Test func `Without a sound server the cues go to a file, and none is overwritten`() async throws {
    let directory = TemporaryDirectory()
    let sockets = TemporaryDirectory()
    let daemon = try FakeDaemon(at: sockets.file("socket"), soundServer: nil)
    for name in ["week-5-run-3.flac", "week-5-run-3-2.flac"] {
      let program = Program(
        [couch5kProgram, "run", "--week", "5", "--day", "3", "--socket", daemon.path], .pipe, in: directory.path)
      #expect(await program.end() == 0)
      #expect(program.output.hasPrefix("Nothing can be heard here: there is no sound server.\n"))
      #expect(program.output.contains("\n\(name): "))
    }
    #expect(directory.names == ["week-5-run-3-2.flac", "week-5-run-3.flac"])
    #expect(daemon.ids.isEmpty)
  }

  @Test func `Where the daemon does not answer the cues go to a file, too, whole`() async throws {
    let directory = TemporaryDirectory()
    let sockets = TemporaryDirectory()
    let daemon = try FakeDaemon(at: sockets.file("socket"))
    daemon.isSilent = true
    let program = Program(
      [couch5kProgram, "run", "--start-at", "20:00", "--socket", daemon.path], .pipe, in: directory.path)
    #expect(await program.end() == 0)
    let lines = program.output.split(separator: "\n")
    #expect(lines.first == "Nothing can be heard here: cued does not answer.")
    #expect(
      lines.contains("It begins at 00:00 and takes its usual time: --start-at and --speed do not change a file."))
    #expect(directory.names == ["week-1-run-1.flac"])
  }

  @Test func `Where the daemon cannot be reached at all the cues go to a file, too`() async throws {
    let directory = TemporaryDirectory()
    let path = "/tmp/" + String(repeating: "x", count: 108)
    let program = Program([couch5kProgram, "run", "--socket", path], .pipe, in: directory.path)
    #expect(await program.end() == 0)
    #expect(program.output.hasPrefix("Nothing can be heard here: \(path): a socket's path has 1 to 107 bytes.\n"))
    #expect(directory.names == ["week-1-run-1.flac"])
  }
}
