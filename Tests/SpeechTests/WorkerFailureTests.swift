import EventLoop
import Glibc
import Sound
import Testing

@testable import Speech

extension SpeechProcessTests {
  /// What becomes of requests when the speech process does not do its part.
  @EventLoop
  @Suite struct WorkerFailureTests {
    /// Hours of speech, minutes of work.
    private let endless = Utterance(String(repeating: "hello there ", count: 80_000), voice: "en-us")
    private let hello = Utterance("hello", voice: "en-us")

    @Test func `A text that crashes espeak-ng costs no other utterance`() async throws {
      let synthesizer = SpeechSynthesizer(executable: cued)
      let crash = Listener()
      let next = Listener()
      synthesizer.speak(Utterance(String(repeating: "..a", count: 500), voice: "en-us"), handler: crash.hear)
      synthesizer.speak(hello, handler: next.hear)
      await next.untilEnd()
      // Versions of espeak-ng that speak it are welcome.
      #expect(crash.end != nil)
      switch crash.error {
      case nil, .processEnded, .noAnswer: break
      case let error?: Issue.record("\(error)")
      }
      #expect(next.error == nil)
      if crash.error != nil { #expect(try await next.sound == firstSound("hello")) }
    }

    @Test func `A killed process fails its utterance with the signal, and the next is whole`() async throws {
      let script = WorkerScript()
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      let killed = Listener { kill(script.processes[0], SIGKILL) }
      let next = Listener()
      synthesizer.speak(endless, handler: killed.hear)
      synthesizer.speak(hello, handler: next.hear)
      await next.untilEnd()
      #expect(killed.error == .processEnded(.signal(SIGKILL)))
      #expect(!killed.sound.samples.isEmpty)
      #expect(next.error == nil)
      #expect(try await next.sound == firstSound("hello"))
      #expect(script.processes.count == 2)
    }

    @Test func `A process that stands still is replaced after 2 s, and the next utterance is whole`() async throws {
      let script = WorkerScript()
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      let stopped = Listener { kill(script.processes[0], SIGSTOP) }
      let next = Listener()
      synthesizer.speak(endless, handler: stopped.hear)
      synthesizer.speak(hello, handler: next.hear)
      await next.untilEnd()
      #expect(stopped.error == .noAnswer(within: .seconds(2)))
      #expect(try await next.sound == firstSound("hello"))
      await untilGone(script.processes[0])
    }

    @Test func `A process that is killed while idle costs no utterance`() async throws {
      let script = WorkerScript()
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      _ = try await synthesizer.pcm(for: hello)
      kill(script.processes[0], SIGKILL)
      await untilGone(script.processes[0])
      #expect(try await synthesizer.pcm(for: hello) == firstSound("hello"))
    }

    @Test func `A cancelled utterance stops, tells nothing more, and the next is whole`() async throws {
      let script = WorkerScript()
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      var request: SpeechRequest?
      var pieces = 0
      await withCheckedContinuation { continuation in
        request = synthesizer.speak(endless) { _ in
          pieces += 1
          request?.cancel()
          continuation.resume()
        }
      }
      let sound = try await synthesizer.pcm(for: hello)
      #expect(pieces == 1)
      #expect(script.processes.count == 1)
      let whole = try await firstSound("hello")
      #expect(abs(sound.frames.count - whole.frames.count) < whole.frames.count / 20)
    }

    @Test func `An utterance cancelled before its turn is never heard, the others are`() async throws {
      let synthesizer = SpeechSynthesizer(executable: cued)
      let (first, second, third) = (Listener(), Listener(), Listener())
      synthesizer.speak(hello, handler: first.hear)
      synthesizer.speak(hello, handler: second.hear).cancel()
      synthesizer.speak(hello, handler: third.hear)
      await third.untilEnd()
      #expect(first.error == nil && third.error == nil)
      #expect(second.end == nil && second.pieces == 0)
    }

    @Test func `A cancelled task stops its utterance`() async throws {
      let synthesizer = SpeechSynthesizer(executable: cued)
      let task = Task { [endless] in try await synthesizer.pcm(for: endless) }
      _ = await withCheckedContinuation { continuation in EventLoop.enqueue { continuation.resume() } }
      task.cancel()
      await #expect(throws: SpeechError.cancelled) { try await task.value }
      #expect(try await synthesizer.pcm(for: hello).frames.duration > .milliseconds(200))
    }

    @Test func `A process that cannot be started fails each request, until it can be`() async throws {
      let script = WorkerScript()
      defer { script.remove() }
      let missing = script.folder + "/later"
      let synthesizer = SpeechSynthesizer(executable: missing)
      synthesizer.prepare()
      for _ in 0..<2 {
        await #expect(throws: SpeechError.processNotStarted(executable: missing, error: ENOENT)) {
          try await synthesizer.pcm(for: hello)
        }
      }
      rename(script.path, missing)
      #expect(try await synthesizer.pcm(for: hello) == firstSound("hello"))
    }

    @Test(arguments: [
      ("exit 7", SpeechError.processEnded(.status(7))),
      (#"printf '\377\377\377\377' >&3; exec sleep 100"#, .malformedAnswer("a message of 4294967295 bytes")),
      (#"printf '\005\000\000\000\001\377\000\000\000' >&3; exec sleep 100"#, .malformedAnswer("nobody asked for it")),
      (#"printf '\005\000\000\000\003\001\000\000\000' >&3; exec sleep 100"#, .malformedAnswer("nobody asked for it")),
      ("exec sleep 100 3>&-", .processEnded(.signal(SIGKILL))),
    ])
    func `A process that is something else is an error that says what it did`(line: String, error: SpeechError) async {
      let script = WorkerScript(line)
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      await #expect(throws: error) { try await synthesizer.pcm(for: hello) }
    }

    @Test func `Where espeak-ng has no data, each request says so`() async {
      let script = WorkerScript(#"export ESPEAK_DATA_PATH="${0%/*}"; mkdir -p "$ESPEAK_DATA_PATH/espeak-ng-data""#)
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      for _ in 0..<2 {
        let error = await #expect(throws: SpeechError.self) { _ = try await synthesizer.pcm(for: hello) }
        guard case .refused(call: "espeak_Initialize", _) = error else {
          Issue.record("\(String(describing: error)) was thrown")
          continue
        }
      }
    }

    @Test func `The process inherits nothing but its socket`() async throws {
      let descriptor = open("/etc/passwd", O_RDONLY)
      defer { close(descriptor) }
      let script = WorkerScript("ls -l /proc/$$/fd > \"${0%/*}/descriptors\"")
      defer { script.remove() }
      _ = try await SpeechSynthesizer(executable: script.path).pcm(for: hello)
      let descriptors = String(decoding: contents(of: script.folder + "/descriptors"), as: UTF8.self)
      let targets = descriptors.split(separator: "\n").compactMap {
        $0.contains("->") ? String($0.split(separator: " ").last!) : nil
      }
      // The shell itself has its script open, as 10 or above.
      let inherited = targets.filter { !$0.hasPrefix(script.folder) }
      #expect(inherited.count == 4)
      #expect(inherited.count { $0 == "/dev/null" } == 3)
      #expect(inherited.count { $0.hasPrefix("socket:") } == 1)
    }

    @Test func `The process can gain no privileges, take no more memory than it needs, and leaves no dump`()
      async throws
    {
      let script = WorkerScript()
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      _ = try await synthesizer.pcm(for: hello)
      let process = "/proc/\(script.processes[0])"
      let status = String(decoding: contents(of: process + "/status"), as: UTF8.self)
      let limits = String(decoding: contents(of: process + "/limits"), as: UTF8.self).split(separator: "\n")
      #expect(status.contains("NoNewPrivs:\t1"))
      #expect(limits.contains { $0.hasPrefix("Max core file size") && $0.split(separator: " ")[4] == "0" })
      #expect(!limits.contains { $0.hasPrefix("Max address space") && $0.contains("unlimited") })
      synthesizer.prepare()
    }

    @Test func `The process ends with its parent, even when it stands still`() async {
      let script = WorkerScript()
      defer { script.remove() }
      await #expect(processExitsWith: .signal(SIGKILL)) { @EventLoop [folder = script.folder as String] in
        let script = WorkerScript(inside: folder)
        let synthesizer = SpeechSynthesizer(executable: script.path)
        _ = try await synthesizer.pcm(for: Utterance("hello", voice: "en-us"))
        kill(script.processes[0], SIGSTOP)
        kill(getpid(), SIGKILL)
      }
      #expect(script.processes.count == 1)
      for process in script.processes {
        // Whether its new parent waits for it is no concern of ours.
        while !isOver(process) { try? await Task.sleep(for: .milliseconds(5)) }
      }
    }

    @Test func `Requests that are refused keep their turn`() async {
      let synthesizer = SpeechSynthesizer(executable: cued)
      let long = Utterance(String(repeating: "a", count: Utterance.longestText + 1), voice: "en-us")
      var ended: [Int] = []
      let last = Listener()
      for (number, utterance) in [hello, long, hello, long, long, hello].enumerated() {
        synthesizer.speak(utterance) { event in
          if case .samples = event { return }
          ended.append(number)
          if number == 5 { last.hear(event) }
        }
      }
      await last.untilEnd()
      #expect(ended == [0, 1, 2, 3, 4, 5])
    }

    @Test func `The process ends with its synthesizer`() async throws {
      let script = WorkerScript()
      defer { script.remove() }
      var synthesizer: SpeechSynthesizer? = SpeechSynthesizer(executable: script.path)
      _ = try await synthesizer?.pcm(for: hello)
      synthesizer = nil
      await untilGone(script.processes[0])
    }

    @Test func `Prepared, the process starts before it is asked anything`() async {
      let script = WorkerScript()
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      #expect(script.processes.isEmpty)
      synthesizer.prepare()
      synthesizer.prepare()
      while script.processes.isEmpty { try? await Task.sleep(for: .milliseconds(5)) }
      let listener = Listener()
      synthesizer.speak(hello, handler: listener.hear)
      await listener.untilEnd()
      #expect(script.processes.count == 1)
    }

    @Test func `200 utterances, every tenth a crash, leave no process and no descriptor behind`() async {
      await #expect(processExitsWith: .success) { @EventLoop in
        let hello = Utterance("hello", voice: "en-us")
        var synthesizer: SpeechSynthesizer? = SpeechSynthesizer(executable: cued)
        _ = try await synthesizer?.pcm(for: hello)
        let before = entries(of: "/proc/self/fd").count
        for number in 0..<200 {
          let text = number % 10 == 5 ? String(repeating: "..a", count: 500) : "\(number)"
          _ = try? await synthesizer?.pcm(for: Utterance(text, voice: "en-us"))
        }
        _ = try await synthesizer?.pcm(for: hello)
        let after = entries(of: "/proc/self/fd").count
        precondition(before == after, "\(after) descriptors, \(before) before")
        synthesizer = nil
        // With the last process waited for, waiting again says that there is no child.
        while waitid(P_ALL, 0, nil, WEXITED | WNOHANG | WNOWAIT) == 0 { try await Task.sleep(for: .milliseconds(5)) }
        precondition(errno == ECHILD)
      }
    }

    private func isOver(_ process: pid_t) -> Bool {
      let status = String(decoding: contents(of: "/proc/\(process)/status"), as: UTF8.self)
      return status.isEmpty || status.contains("State:\tZ")
    }

    /// Waits until a process has ended and somebody has waited for it.
    private func untilGone(_ process: pid_t) async {
      while kill(process, 0) == 0 { try? await Task.sleep(for: .milliseconds(5)) }
    }
  }
}
