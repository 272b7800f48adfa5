#define _GNU_SOURCE
#include "CLinux.h"

#include <linux/landlock.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/timerfd.h>

int linux_peer_credentials(int fd, pid_t *pid, uid_t *uid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  return 0;
}

int linux_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int linux_set_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

int linux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int linux_clock_watch(void) {
  int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (fd < 0) return -1;
  struct itimerspec never = {.it_value.tv_sec = INT64_MAX};
  if (timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) == 0) return fd;
  close(fd);
  return -1;
}

int linux_folder_watch(const char *folder) {
  int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (fd < 0) return -1;
  if (inotify_add_watch(fd, folder, IN_CREATE | IN_MOVED_TO | IN_ONLYDIR) >= 0) return fd;
  close(fd);
  return -1;
}

int linux_folder_watch_saw(int fd, const char *name) {
  _Alignas(struct inotify_event) char events[4096];
  int found = 0;
  ssize_t size;
  while ((size = read(fd, events, sizeof events)) > 0) {
    for (char *next = events; next < events + size;) {
      const struct inotify_event *event = (const struct inotify_event *)next;
      // After an overflow nobody knows what there was.
      if (event->mask & IN_Q_OVERFLOW || (event->len > 0 && strcmp(event->name, name) == 0)) found = 1;
      next += sizeof *event + event->len;
    }
  }
  return found;
}

int linux_terminal_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int linux_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

int linux_confine(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return prctl(PR_SET_DUMPABLE, 0);
}

int linux_landlock_version(void) {
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

int linux_landlock_begin(void) {
  int version = linux_landlock_version();
  if (version < 0) return -1;
  // Each version refuses rights that it does not know: 13 of the first, one more in the second, third and fifth.
  int rights = 13 + (version >= 2) + (version >= 3) + (version >= 5);
  struct landlock_ruleset_attr attributes = {.handled_access_fs = (1ULL << rights) - 1};
  return (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
}

int linux_landlock_allow(int rules, const char *path, int executable) {
  struct stat status;
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return -1;
  struct landlock_path_beneath_attr attributes = {.parent_fd = fd, .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE};
  if (executable) attributes.allowed_access |= LANDLOCK_ACCESS_FS_EXECUTE;
  if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) attributes.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
  int result = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &attributes, 0);
  close(fd);
  return result;
}

int linux_landlock_enforce(int rules) {
  int result = (int)syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  return result;
}

short linux_spawn_setsid(void) { return POSIX_SPAWN_SETSID; }

int linux_spawn_add_chdir(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

int linux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest) {
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}

const char *linux_signal_name(int signal) { return sigabbrev_np(signal); }
