#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MAIN_STACK = 8 << 20 };

void zig_enlarge_main_stack(void)
{
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) != 0) return;
    stack.rlim_cur = MAIN_STACK < stack.rlim_max ? MAIN_STACK : stack.rlim_max;
    setrlimit(RLIMIT_STACK, &stack);
}

// System calls that are allowed with any arguments: memory, threads, time, and reading. libseccomp skips calls
// that the processor type does not have.
static const int allowed[] = {
    SCMP_SYS(brk), SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect), SCMP_SYS(madvise),
    SCMP_SYS(mincore), SCMP_SYS(msync), SCMP_SYS(membarrier), SCMP_SYS(mlock), SCMP_SYS(munlock),
    SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv), SCMP_SYS(preadv), SCMP_SYS(lseek), SCMP_SYS(close),
    SCMP_SYS(fstat), SCMP_SYS(statx), SCMP_SYS(newfstatat), SCMP_SYS(statfs), SCMP_SYS(fstatfs),
    SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlinkat), SCMP_SYS(getdents64), SCMP_SYS(getcwd),
    SCMP_SYS(fadvise64), SCMP_SYS(readahead), SCMP_SYS(flock), SCMP_SYS(write), SCMP_SYS(writev),
    SCMP_SYS(pwrite64), SCMP_SYS(dup), SCMP_SYS(dup3), SCMP_SYS(pipe2), SCMP_SYS(eventfd2), SCMP_SYS(ppoll),
    SCMP_SYS(pselect6), SCMP_SYS(epoll_create1), SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_pwait), SCMP_SYS(futex),
    SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list), SCMP_SYS(rseq), SCMP_SYS(set_tid_address),
    SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_getparam),
    SCMP_SYS(sched_getscheduler), SCMP_SYS(sched_getattr), SCMP_SYS(sched_get_priority_max),
    SCMP_SYS(sched_get_priority_min), SCMP_SYS(getpriority), SCMP_SYS(getcpu), SCMP_SYS(gettid),
    SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid),
    SCMP_SYS(getegid), SCMP_SYS(getgroups), SCMP_SYS(getresuid), SCMP_SYS(getresgid), SCMP_SYS(getrusage),
    SCMP_SYS(uname), SCMP_SYS(sysinfo), SCMP_SYS(times), SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres),
    SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(gettimeofday), SCMP_SYS(getrandom),
    SCMP_SYS(getitimer), SCMP_SYS(setitimer), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigpending), SCMP_SYS(rt_sigtimedwait), SCMP_SYS(rt_sigsuspend),
    SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
    SCMP_SYS(arch_prctl), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(access), SCMP_SYS(readlink),
    SCMP_SYS(getdents), SCMP_SYS(dup2), SCMP_SYS(pipe), SCMP_SYS(eventfd), SCMP_SYS(poll), SCMP_SYS(select),
    SCMP_SYS(epoll_create), SCMP_SYS(epoll_wait), SCMP_SYS(time), SCMP_SYS(getrlimit),
};

static int allow(scmp_filter_ctx filter, int call, struct scmp_arg_cmp check)
{
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &check);
}

static int deny(scmp_filter_ctx filter, int failure, int call, struct scmp_arg_cmp check)
{
    return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(failure), call, 1, &check);
}

// Allows a call if an argument has this value; otherwise the call fails.
static int allow_value(scmp_filter_ctx filter, int call, unsigned argument, scmp_datum_t value)
{
    return allow(filter, call, SCMP_CMP64(argument, SCMP_CMP_EQ, value))
           | deny(filter, EPERM, call, SCMP_CMP64(argument, SCMP_CMP_NE, value));
}

// Allows opening for reading only. The number is the position of the flags.
static int allow_reading(scmp_filter_ctx filter, int call, unsigned argument)
{
    const unsigned writing[] = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC};
    const unsigned all = O_ACCMODE | O_CREAT | O_TRUNC;
    int status = allow(filter, call, SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, all, O_RDONLY));
    for (size_t index = 0; index < sizeof writing / sizeof *writing; index++)
        status |= deny(filter, EACCES, call,
                       SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, writing[index], writing[index]));
    return status;
}

static int add_rules(scmp_filter_ctx filter)
{
    int status = 0;
    for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++)
        status |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[index], 0);
    status |= allow_reading(filter, SCMP_SYS(openat), 2) | allow_reading(filter, SCMP_SYS(open), 1);
    status |= allow(filter, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    status |= deny(filter, EPERM, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    status |= allow_value(filter, SCMP_SYS(prctl), 0, PR_SET_NAME);
    status |= allow_value(filter, SCMP_SYS(tgkill), 0, (unsigned)getpid());
    status |= allow_value(filter, SCMP_SYS(kill), 0, (unsigned)getpid());
    // The commands that duplicate descriptors, set their flags, and lock files.
    status |= allow(filter, SCMP_SYS(fcntl),
                    SCMP_A1(SCMP_CMP_MASKED_EQ, ~(unsigned)(F_DUPFD_CLOEXEC | 7), 0));
    // Reading a limit: the pointer to a new limit is null.
    status |= allow_value(filter, SCMP_SYS(prlimit64), 2, 0);
    // GLib gives a new thread the settings of its creator.
    status |= allow_value(filter, SCMP_SYS(sched_setattr), 0, 0);
    status |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOTTY), SCMP_SYS(ioctl), 0);
    status |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 0);
    status |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(execve), 0);
    return status;
}

int zig_confine_system_calls(void)
{
    // A missing call looks like an older kernel, so libraries continue without it.
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (!filter) return -1;
    int status = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS)
                 | seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) | add_rules(filter);
    if (status == 0) status = seccomp_load(filter);
    seccomp_release(filter);
    return status == 0 ? 0 : -1;
}
