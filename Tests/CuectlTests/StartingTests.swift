import CueInterface
import Glibc
import Testing

extension ProgramTests {
  @Suite struct Starting {
    let place = Place.current

    @Test func `Who sends a cue starts the daemon`() async throws {
      #expect(try await place.cuectl("say", "Hello") == Child.End(status: 0, output: "", error: ""))
      #expect(place.daemons.count == 1)
      #expect(try await place.cuectl("play", "halfway").status == 0)
      #expect(place.daemons.count == 1)
      #expect(try await place.cuectl("status").output.contains("\nwaiting       2\n"))
    }

    @Test func `Who reads what a client says does not wait for the daemon that it started`() async throws {
      let end = try await place.shell("text=$(cuectl say Hello 2>&1); echo \"[$text]\"")
      #expect(end == Child.End(status: 0, output: "[]\n", error: ""))
      #expect(place.daemons.count == 1)
    }

    @Test func `Two clients that start it at once are served by one`() async throws {
      let clients = (0..<4).map { _ in place.start("cuectl", ["say", "Hello"]) }
      for client in clients { #expect(try await client.end() == Child.End(status: 0, output: "", error: "")) }
      // Those that came too late may not have left yet.
      while place.daemons.count > 1 { try await Task.sleep(for: .milliseconds(5)) }
      #expect(try await place.cuectl("status").output.contains("\nwaiting       4\n"))
    }

    @Test func `Where the daemon cannot start, the person reads why`() async throws {
      let end = try await place.cuectl("say", "Hello", "--socket", "\(place.folder)/none/io.cued")
      #expect(end.status == 1 && end.output == "")
      #expect(end.error.hasPrefix("cued: \(place.folder)/none/io.cued.lock: open: No such file or directory\n"))
      #expect(end.error.contains("\ncuectl: cued does not run and cannot be started: "))
    }
  }
}

extension ProgramTests {
  /// `cued` itself.
  @Suite struct DaemonProgram {
    let place = Place.current

    @Test func `A second daemon says which process holds the socket`() async throws {
      let first = try await place.startDaemon()
      let reason = "process \(first.process) listens there already: end that one, or listen elsewhere with --socket"
      #expect(
        try await place.run("cued", []) == Child.End(status: 1, output: "", error: "cued: \(place.socket): \(reason)\n")
      )
    }

    @Test func `A second daemon that a client has started leaves the first alone, and says nothing`() async throws {
      let first = try await place.startDaemon()
      #expect(try await place.run("cued", ["--transient"]) == Child.End(status: 0, output: "", error: ""))
      #expect(place.daemons == [first.process])
      #expect(try await place.cuectl("status").status == 0)
    }

    @Test(arguments: [
      (["now"], "now: cued takes options only"),
      (["--loud"], "--loud: is no option here, or not the only one it may mean"),
      (["--socket"], "--socket: needs a value"),
      // It is the speech process only where nothing else is said.
      (["speech-worker", "--transient"], "speech-worker: cued takes options only"),
    ])
    func `A wrong command line is refused`(words: [String], message: String) async throws {
      #expect(
        try await place.run("cued", words) == Child.End(status: 2, output: "", error: "cued: \(message)\n"))
    }

    @Test func `A socket that cannot be is refused`() async throws {
      #expect(
        try await place.run("cued", ["--socket", ""])
          == Child.End(
            status: 1, output: "",
            error: "cued: : a socket's path has 1 to 107 bytes: name another one with --socket\n"))
    }

    @Test(arguments: ["cued", "cuectl"])
    func `The programs say their version and how they are used`(program: String) async throws {
      #expect(
        try await place.run(program, ["--version"])
          == Child.End(status: 0, output: "\(program) \(cuedVersion)\n", error: ""))
      let help = try await place.run(program, ["--help"])
      #expect(help.status == 0 && help.error == "")
      #expect(help.output.hasPrefix("usage: \(program) "))
      #expect(place.daemons.isEmpty)
    }
  }
}
