import CommandLineTool
import Cue
import CueInterface
import EventLoop
import Glibc

/// Carries out the command line, and ends the program.
func runCuectl() -> Never {
  openStandardFiles()
  // A reader that has seen enough ends us quietly, whatever our parent thinks of SIGPIPE.
  signal(SIGPIPE, SIG_DFL)
  do throws(Failure) {
    try carryOut(Invocation(reading: CommandLine.arguments.dropFirst()))
  } catch {
    fail(error)
  }
}

private func carryOut(_ invocation: Invocation) throws(Failure) -> Never {
  let output = Output(isJSON: invocation.isJSON)
  switch invocation.request {
  case .helpAbout(let setting):
    try output.show(setting.help)
    exit(ExitStatus.success)
  case .help(let verb):
    try output.show(verb?.help ?? generalHelp)
    exit(ExitStatus.success)
  case .version:
    try output.show("cuectl \(cuedVersion)")
    exit(ExitStatus.success)
  case .deliver(let delivery):
    let path = try invocation.socketPath()
    let event = try delivery.event()
    if delivery.at != nil { SignalWatch.block(Interruption.signals) }
    run { () async throws(Failure) in try await delivery.send(event, to: path, output) }
  case .cancel(let target):
    let path = try invocation.socketPath()
    run { () async throws(Failure) in try await cancel(target, at: path, output) }
  case .settings(let request):
    let path = try invocation.socketPath()
    run { () async throws(Failure) in try await request.carryOut(at: path, output) }
  case .status:
    let path = try invocation.socketPath()
    run { () async throws(Failure) in try await showStatus(at: path, output) }
  case .monitor:
    let path = try invocation.socketPath()
    SignalWatch.block([SIGINT])
    run { () async throws(Failure) in try await monitor(at: path, output) }
  case .voices(let language):
    let path = try invocation.socketPath()
    run { () async throws(Failure) in try await showVoices(speaking: language, at: path, output) }
  case .preview(let what):
    let path = try invocation.socketPath()
    run { () async throws(Failure) in try await preview(what, at: path, output) }
  case .doctor(let isQuiet):
    let path = try invocation.socketPath()
    run { () async throws(Failure) in
      var doctor = Doctor(at: path, output)
      return try await doctor.examine(isQuiet: isQuiet)
    }
  }
}

/// Ends the program with the status that `body` returns, or with its failure.
private func run(_ body: @escaping @Sendable @EventLoop () async throws(Failure) -> Int32) -> Never {
  Task { @EventLoop in
    do throws(Failure) {
      exit(try await body())
    } catch {
      fail(error)
    }
  }
  while true { pause() }
}

private func fail(_ failure: Failure) -> Never {
  complain("cuectl", failure.message)
  exit(failure.status)
}

extension Invocation {
  fileprivate init(reading words: some Sequence<String>) throws(Failure) {
    do {
      try self.init(words)
    } catch {
      throw Failure(error)
    }
  }

  fileprivate func socketPath() throws(Failure) -> String {
    if let socket { return socket }
    do {
      return try SocketPath.standard()
    } catch {
      throw Failure(error)
    }
  }
}
