#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAIN_STACK = 8 << 20 };

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

void zig_enlarge_main_stack(void)
{
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) != 0) return;
    stack.rlim_cur = MAIN_STACK < stack.rlim_max ? MAIN_STACK : stack.rlim_max;
    setrlimit(RLIMIT_STACK, &stack);
}

#ifdef ARCHITECTURE

// System calls that are allowed with any arguments: memory, threads, time, and reading.
static const short allowed[] = {
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_mincore, SYS_msync,
    SYS_membarrier, SYS_mlock, SYS_munlock,
    SYS_read, SYS_pread64, SYS_readv, SYS_preadv, SYS_lseek, SYS_close, SYS_fstat, SYS_statx,
    SYS_newfstatat, SYS_statfs, SYS_fstatfs, SYS_faccessat, SYS_faccessat2, SYS_readlinkat,
    SYS_getdents64, SYS_getcwd, SYS_fadvise64, SYS_readahead, SYS_flock,
    SYS_write, SYS_writev, SYS_pwrite64, SYS_dup, SYS_dup3, SYS_pipe2, SYS_eventfd2,
    SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait,
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_set_tid_address,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_getattr,
    SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_getpriority, SYS_getcpu,
    SYS_gettid, SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_getgroups, SYS_getresuid, SYS_getresgid, SYS_getrusage, SYS_uname, SYS_sysinfo,
    SYS_times, SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,
    SYS_gettimeofday, SYS_getrandom, SYS_getitimer, SYS_setitimer,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending,
    SYS_rt_sigtimedwait, SYS_rt_sigsuspend, SYS_sigaltstack, SYS_restart_syscall,
    SYS_exit, SYS_exit_group,
#ifdef __x86_64__
    SYS_arch_prctl, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_dup2,
    SYS_pipe, SYS_eventfd, SYS_poll, SYS_select, SYS_epoll_create, SYS_epoll_wait, SYS_time,
    SYS_getrlimit,
#endif
};

enum {
    // The number of instructions for a call with any arguments, and for a call with a checked argument.
    ALLOWED_LENGTH = 2,
    RULE_LENGTH = 6,
    RULE_COUNT = 12,
    CAPACITY = 16 + ALLOWED_LENGTH * (sizeof allowed / sizeof *allowed) + RULE_LENGTH * RULE_COUNT,
};

struct filter {
    struct sock_filter code[CAPACITY];
    unsigned short length;
};

static void add(struct filter *filter, unsigned short code, unsigned value, int on_true, int on_false)
{
    filter->code[filter->length++] = (struct sock_filter){
        code, (unsigned char)on_true, (unsigned char)on_false, value};
}

static void load(struct filter *filter, size_t offset)
{
    add(filter, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void answer(struct filter *filter, unsigned value)
{
    add(filter, BPF_RET | BPF_K, value, 0, 0);
}

// The offset of an argument's low half. All supported processors are little-endian.
static size_t argument(int number)
{
    return offsetof(struct seccomp_data, args) + 8 * (size_t)number;
}

// Allows a call if the bits that a mask selects in an argument have this value; otherwise the call fails.
static void allow_if(struct filter *filter, int call, int number, unsigned mask, unsigned value,
                     int failure)
{
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 5);
    load(filter, argument(number));
    add(filter, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer(filter, SECCOMP_RET_ALLOW);
    answer(filter, SECCOMP_RET_ERRNO | (unsigned)failure);
}

int zig_confine_system_calls(void)
{
    struct filter filter = {.length = 0};
    load(&filter, offsetof(struct seccomp_data, arch));
    add(&filter, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    answer(&filter, SECCOMP_RET_KILL_PROCESS);
    load(&filter, offsetof(struct seccomp_data, nr));
    for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++) {
        add(&filter, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed[index], 0, 1);
        answer(&filter, SECCOMP_RET_ALLOW);
    }
    const unsigned all = ~0U, writing = O_ACCMODE | O_CREAT | O_TRUNC;
    unsigned self = (unsigned)getpid();
    allow_if(&filter, SYS_openat, 2, writing, O_RDONLY, EACCES);
#ifdef __x86_64__
    allow_if(&filter, SYS_open, 1, writing, O_RDONLY, EACCES);
#endif
    allow_if(&filter, SYS_clone, 0, CLONE_THREAD, CLONE_THREAD, EPERM);
    allow_if(&filter, SYS_prctl, 0, all, PR_SET_NAME, EPERM);
    allow_if(&filter, SYS_tgkill, 0, all, self, EPERM);
    allow_if(&filter, SYS_kill, 0, all, self, EPERM);
    // Allows the commands that duplicate descriptors, set their flags, and lock files.
    allow_if(&filter, SYS_fcntl, 1, ~(unsigned)(F_DUPFD_CLOEXEC | 7), 0, EPERM);
    // Allows reading a limit: the pointer to a new limit is null.
    allow_if(&filter, SYS_prlimit64, 2, all, 0, EPERM);
    // GLib gives a new thread the settings of its creator.
    allow_if(&filter, SYS_sched_setattr, 0, all, 0, EPERM);
    allow_if(&filter, SYS_ioctl, 0, 0, 1, ENOTTY);
    allow_if(&filter, SYS_socket, 0, 0, 1, EACCES);
    allow_if(&filter, SYS_execve, 0, 0, 1, EACCES);
    // A missing call looks like an older kernel, so libraries continue without it.
    answer(&filter, SECCOMP_RET_ERRNO | ENOSYS);
    struct sock_fprog program = {.len = filter.length, .filter = filter.code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

#else

int zig_confine_system_calls(void)
{
    errno = ENOSYS;
    return -1;
}

#endif
