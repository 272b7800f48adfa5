import CLinux
import EventLoop
import Glibc
import Testing

@testable import Speech

private let hasLandlock = linux_landlock_version() > 0

extension SpeechProcessTests {
  /// What the speech process cannot do, whatever a text may make of it.
  @EventLoop
  @Suite struct ConfinementTests {
    @Test func `It can make no socket, start no program and signal nobody, where there is no MBROLA to be started`()
      async
    {
      await #expect(processExitsWith: .success) {
        setenv("PATH", "/nowhere", 1)
        confineSpeechWorker()
        precondition(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) == -1 && errno == EPERM)
        precondition(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) == -1 && errno == EPERM)
        precondition(kill(getppid(), 0) == -1 && errno == EPERM)
        var process: pid_t = 0
        let arguments = [strdup("/bin/true"), nil]
        precondition(posix_spawn(&process, "/bin/true", nil, nil, arguments, nil) == EPERM)
      }
    }

    @Test(.enabled(if: hasLandlock, "this kernel has no Landlock"))
    func `It can read the voices, and no other file, and write none`() async {
      await #expect(processExitsWith: .success) {
        confineSpeechWorker()
        limitFiles(to: [ReadablePath(path: "/usr/lib")])
        precondition(open("/usr/lib/os-release", O_RDONLY) >= 0)
        precondition(open("/usr/lib/os-release", O_RDWR) == -1 && errno == EACCES)
        precondition(open("/etc/passwd", O_RDONLY) == -1 && errno == EACCES)
        precondition(open("/proc/self/environ", O_RDONLY) == -1 && errno == EACCES)
        precondition(opendir("/") == nil && errno == EACCES)
        precondition(open("/tmp/none", O_WRONLY | O_CREAT, 0o600) == -1 && errno == EACCES)
        precondition(mkdir("/tmp/none", 0o700) == -1 && errno == EACCES)
      }
    }

    @Test func `It ends when it has used a processor for as long as it may`() async {
      await #expect(processExitsWith: .signal(SIGXCPU)) {
        limitProcessorTime(seconds: 1)
        while true {}
      }
    }

    @Test func `The real process has no privileges to gain, and its system calls are filtered`() async throws {
      let script = WorkerScript()
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      _ = try await synthesizer.pcm(for: Utterance("hello", voice: "en-us"))
      let status = String(decoding: contents(of: "/proc/\(script.processes[0])/status"), as: UTF8.self)
      #expect(status.contains("NoNewPrivs:\t1\n"))
      #expect(status.contains("Seccomp:\t2\n"))
      synthesizer.prepare()
    }

    @Test(.enabled(if: hasLandlock, "this kernel has no Landlock"))
    func `The real process reads no voice that lies outside espeak-ng's folder`() async throws {
      let script = WorkerScript(
        """
        cd "${0%/*}"
        data=$(espeak-ng --version | sed 's/.*Data at: //')
        cp -R "$data" espeak-ng-data
        sed "s/^name .*/name Inside/" "$data/lang/gmw/en-US" > espeak-ng-data/lang/gmw/inside
        sed "s/^name .*/name Outside/" "$data/lang/gmw/en-US" > outside
        ln -s "$PWD/outside" espeak-ng-data/lang/gmw/outside
        export ESPEAK_DATA_PATH="$PWD" PATH=/nowhere
        """)
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      let voices = try await synthesizer.voices()
      #expect(voices.named("Inside") != nil)
      #expect(voices.named("Outside") == nil)
      #expect(try await synthesizer.pcm(for: Utterance("hello", voice: "Inside")).frames.count > 0)
    }
  }
}
