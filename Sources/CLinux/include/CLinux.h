// What Swift's Glibc module does not show: system calls newer than it, variadic functions, C globals.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The user at the other end of a Unix socket (SO_PEERCRED). Returns 0, or -1 with errno.
int linux_peer_credentials(int fd, pid_t *pid, uid_t *uid);

/// The next connection of a listening socket, non-blocking and not inherited (accept4). Returns -1 with errno.
int linux_accept(int fd);

/// Sets O_NONBLOCK. Returns 0, or -1 with errno.
int linux_set_nonblocking(int fd);

/// A file descriptor that becomes readable when the process ends (pidfd_open). Returns -1 with errno.
int linux_pidfd_open(pid_t pid);

/// A timer of the wall clock that never ends, and whose reading fails with ECANCELED whenever somebody has set the
/// clock (timerfd_create, TFD_TIMER_CANCEL_ON_SET). Returns -1 with errno.
int linux_clock_watch(void);

/// A file descriptor that tells what is made in a folder or moved there (inotify). Returns -1 with errno.
int linux_folder_watch(const char *folder);

/// Takes what such a descriptor has to tell. Returns whether there was something of that name.
int linux_folder_watch_saw(int fd, const char *name);

/// Columns and rows of a terminal (TIOCGWINSZ). Returns 0, or -1 with errno.
int linux_terminal_size(int fd, int *columns, int *rows);

/// SIGKILL for this process when its parent thread ends (PR_SET_PDEATHSIG). Returns 0, or -1 with errno.
int linux_die_with_parent(void);

/// No new privileges through exec, and no dump of memory, not even to a collector (PR_SET_NO_NEW_PRIVS, PR_SET_DUMPABLE).
/// Returns 0, or -1 with errno.
int linux_confine(void);

/// Which version of Landlock the kernel has: 1 or more, or -1 with errno where it has none.
int linux_landlock_version(void);

/// Begins to make rules by which this process loses all access to files but what they allow; what is open stays.
/// Returns a descriptor of theirs, or -1 with errno.
int linux_landlock_begin(void);

/// Allows to read the file, or all that lies in the folder, and to execute it. Returns 0, or -1 with errno.
int linux_landlock_allow(int rules, const char *path, int executable);

/// Puts the rules in force for good, which PR_SET_NO_NEW_PRIVS must have gone before, and closes their descriptor.
/// Returns 0, or -1 with errno.
int linux_landlock_enforce(int rules);

/// A spawned process leads a session of its own (POSIX_SPAWN_SETSID).
short linux_spawn_setsid(void);

/// A spawned process starts in this directory. Returns 0, or an error number.
int linux_spawn_add_chdir(posix_spawn_file_actions_t *actions, const char *path);

/// A spawned process has no descriptor from `lowest` on. Returns 0, or an error number.
int linux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest);

/// A signal's name without "SIG" (sigabbrev_np), or NULL where it has none.
const char *linux_signal_name(int signal);

static inline const char *linux_optarg(void) { return optarg; }
static inline int linux_optind(void) { return optind; }
static inline int linux_optopt(void) { return optopt; }
/// Starts option parsing anew, silent about errors: the caller reports them.
static inline void linux_getopt_reset(void) { optind = 0; opterr = 0; }

static inline FILE *linux_stdout(void) { return stdout; }
static inline FILE *linux_stderr(void) { return stderr; }
