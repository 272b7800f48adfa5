#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <seccomp.h>

/// The action of a filter that lets a system call fail with that error.
static inline uint32_t seccomp_refuse(uint16_t error) { return SCMP_ACT_ERRNO(error); }

/// A filter's condition on clone, that what it makes is a process and no thread.
static inline struct scmp_arg_cmp seccomp_makes_process(void) {
  return (struct scmp_arg_cmp){.arg = 0, .op = SCMP_CMP_MASKED_EQ, .datum_a = CLONE_THREAD, .datum_b = 0};
}
