import CSeccomp
import Glibc

/// What no speech needs: other sockets than the one that it has, by whatever way, and a look into other processes or
/// a change of the system.
private let refused = [
  "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "socketcall",
  "io_uring_setup", "io_uring_enter", "io_uring_register",
  "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp",
  "mq_open", "msgget", "semget", "shmget",
  "add_key", "request_key", "keyctl", "bpf", "perf_event_open", "userfaultfd", "open_by_handle_at",
  "unshare", "setns", "chroot", "pivot_root", "mount", "umount2", "move_mount", "open_tree", "fsopen", "fsmount",
  "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff",
]

/// What only starting MBROLA, and ending it, needs.
private let refusedWithoutPrograms = [
  "execve", "execveat", "fork", "vfork",
  "kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal",
]

/// Lets those system calls that no speech needs fail with EPERM from now on, in this process and all that it starts.
///
/// - Parameter startingPrograms: this process may start others.
/// - Returns: whether the system could be told so.
func refuseSystemCalls(startingPrograms: Bool) -> Bool {
  guard let filter = seccomp_init(SCMP_ACT_ALLOW) else { return false }
  defer { seccomp_release(filter) }
  func refuse(_ call: String, with error: Int32 = EPERM, where conditions: [scmp_arg_cmp] = []) {
    let number = seccomp_syscall_resolve_name(call)
    // Negative: this machine has no such call, or the library is older than it.
    guard number >= 0 else { return }
    seccomp_rule_add_array(filter, seccomp_refuse(UInt16(error)), number, UInt32(conditions.count), conditions)
  }
  for name in refused { refuse(name) }
  if !startingPrograms {
    for name in refusedWithoutPrograms { refuse(name) }
    // espeak-ng starts a thread. What clone3 is to make no filter sees, and where it is missing clone is called.
    refuse("clone", where: [seccomp_makes_process()])
    refuse("clone3", with: ENOSYS)
  }
  return seccomp_load(filter) == 0
}
