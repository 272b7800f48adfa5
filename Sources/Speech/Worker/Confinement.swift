import CLinux
import Glibc

/// Address space that espeak-ng may take on top of what the program itself has mapped: 256 MiB. It needs less than 10;
/// a limit lets a text that sends it out of bounds cost the process, not the machine.
private let allowance: rlim_t = 256 << 20

/// Makes the speech process harmless: it goes with its parent, gains no privileges, leaves no dump behind, and
/// dies at once when it crashes. Where the system refuses one of these, it works without.
func confineSpeechWorker() {
  _ = linux_die_with_parent()
  _ = fcntl(workerSocket, F_SETFD, FD_CLOEXEC)
  limit(RLIMIT_AS, to: mappedBytes() + allowance)
  limit(RLIMIT_CORE, to: 0)
  _ = linux_confine()
  // Swift's runtime would print a backtrace first, which takes seconds in which the next cue waits.
  for crash in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(crash, SIG_DFL) }
}

private func limit(_ resource: __rlimit_resource, to value: rlim_t) {
  var limit = rlimit(rlim_cur: value, rlim_max: value)
  setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
}

/// The size of this process's address space, in bytes: the first number of `/proc/self/statm`, in pages.
private func mappedBytes() -> rlim_t {
  let statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
  guard statm >= 0 else { return 0 }
  defer { close(statm) }
  return withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
    let count = read(statm, buffer.baseAddress, buffer.count)
    let pages = buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: " ") }
    return (rlim_t(String(decoding: pages, as: UTF8.self)) ?? 0) * rlim_t(sysconf(Int32(_SC_PAGESIZE)))
  }
}
