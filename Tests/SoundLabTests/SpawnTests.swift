import EventLoop
import Glibc
import Testing

@testable import SoundLab

@EventLoop
@Suite struct SpawnTests {
  @Test(arguments: [("exit 0", ProcessStatus.success), ("exit 7", .exited(7)), ("kill -TERM $$", .killed(SIGTERM))])
  func `How a program ended is told`(script: String, status: ProcessStatus) async throws {
    #expect(try await Spawn("sh", ["-c", script]).run().status == status)
  }

  @Test func `Output and errors are kept apart, whole`() async throws {
    let program = try await Spawn("sh", ["-c", "head -c 300000 /dev/zero; echo no >&2"]).run()
    #expect(program.output.count == 300_000)
    #expect(program.errorText == "no\n")
  }

  @Test func `What a program reads is what was supplied, to its end`() async throws {
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    #expect(try await Spawn("cat", input: .bytes(bytes)).run().output == bytes)
  }

  @Test func `A program that stops reading ends the supply and harms nobody`() async throws {
    let endless = Spawn("head", ["-c", "100000"], input: .supplied { Array(repeating: 1, count: 5_000) })
    #expect(try await endless.run().output.count == 100_000)
  }

  @Test func `A program has the environment, the directory and the files that it was given, and nothing more`()
    async throws
  {
    let environment = ["PATH": "/usr/bin:/bin", "A": "b c"]
    #expect(try await Spawn("env", environment: environment).run().outputText.split(separator: "\n").count == 2)
    #expect(try await Spawn("pwd", environment: environment, directory: "/usr").run().outputText == "/usr\n")
    let leak = open("/dev/null", O_RDONLY)
    defer { close(leak) }
    let open = try await Spawn("sh", ["-c", "echo /proc/self/fd/*"]).run().outputText
    #expect(open == "/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 /proc/self/fd/3\n")
  }

  @Test func `A program has no terminal`() async throws {
    #expect(try await Spawn("sh", ["-c", ": </dev/tty"]).run().status != .success)
  }

  @Test func `A background program that holds the output open does not hold up the end`() async throws {
    let program = try await Spawn("sh", ["-c", "sleep 1000 & echo $!"]).run()
    #expect(program.status == .success)
    let background = try #require(pid_t(program.outputText.dropLast()))
    Glibc.kill(background, SIGKILL)
  }

  @Test func `A signal reaches the program, and several may wait for its end`() async throws {
    let program = try Spawn("cat", input: .heldOpen).start()
    #expect(program.status == nil)
    program.signal(SIGUSR1)
    async let first = program.wait()
    async let second = program.wait()
    #expect(await [first, second] == [.killed(SIGUSR1), .killed(SIGUSR1)])
    #expect(program.status == .killed(SIGUSR1))
  }

  @Test func `An input that is held open ends when it is closed`() async throws {
    let program = try Spawn("cat", input: .heldOpen).start()
    program.closeInput()
    #expect(await program.wait() == .success)
  }

  @Test func `A program that is released is killed`() async throws {
    var program: ChildProcess? = try Spawn("cat", input: .heldOpen).start()
    let id = try #require(program?.id)
    #expect(isRunning(id))
    program = nil
    try await waitUntil("the program to be killed") { !isRunning(id) }
  }

  @Test func `A program that is not there is an error that names its package`() async {
    let environment = ["PATH": "/nowhere"]
    let error = await #expect(throws: LabError.self) {
      try await Spawn("pactl", environment: environment).run()
    }
    #expect(error?.code == .missingProgram)
    #expect(error?.description == "there is no program pactl: install the Debian package pulseaudio-utils")
    await #expect(throws: LabError.self) { try await Spawn("/nowhere/at-all").run() }
  }
}
