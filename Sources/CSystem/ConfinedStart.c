#define _GNU_SOURCE
#include "ConfinedStart.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_FREE = 5, THREAD_STACK = 2 << 20 };

static int limit(int resource, uint64_t value)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return -1;
    rlim_t wanted = now.rlim_max != RLIM_INFINITY && now.rlim_max < value ? now.rlim_max : value;
    struct rlimit new = {.rlim_cur = wanted, .rlim_max = wanted};
    return setrlimit(resource, &new);
}

// The stack of each thread counts as memory. The main thread may get a larger stack later.
static int limit_thread_stacks(void)
{
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) != 0) return -1;
    if (stack.rlim_cur > THREAD_STACK) stack.rlim_cur = THREAD_STACK;
    return setrlimit(RLIMIT_STACK, &stack);
}

int zig_take_confinement(const struct zig_confined_start *start, pid_t parent)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
    // The parent may have ended before the prctl() call.
    if (getppid() != parent) _exit(127);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    int descriptors[FIRST_FREE] = {nothing, nothing, start->errors, start->control,
                                   start->memory >= 0 ? start->memory : nothing};
    for (int number = 0; number < FIRST_FREE; number++) {
        // Moves descriptors out of the range that dup2() overwrites below.
        descriptors[number] = fcntl(descriptors[number], F_DUPFD_CLOEXEC, FIRST_FREE);
        if (descriptors[number] < 0) return -1;
    }
    for (int number = 0; number < FIRST_FREE; number++)
        if (dup2(descriptors[number], number) < 0) return -1;
    // Libraries may have opened descriptors that exec() keeps.
    syscall(SYS_close_range, FIRST_FREE, ~0U, 0);
    // With a limit of 0, the kernel still pipes a core dump to a program. With 1, it does not.
    if (limit(RLIMIT_CORE, 1) != 0 || limit(RLIMIT_FSIZE, 0) != 0
        || limit(RLIMIT_DATA, start->memory_limit) != 0
        || limit(RLIMIT_CPU, start->processor_limit) != 0 || limit_thread_stacks() != 0)
        return -1;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// Runs between vfork() and exec(), in the memory of the parent. Calls only async-signal-safe functions, and
// changes no variables of the parent.
static void become(const char *path, char *const *arguments, const struct zig_confined_start *start,
                   pid_t parent)
{
    if (zig_take_confinement(start, parent) != 0) return;
    for (int number = 1; number < NSIG; number++) {
        struct sigaction now;
        if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_DFL
            && (now.sa_handler != SIG_IGN || number == SIGPIPE || number == SIGXFSZ))
            signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return;
    execv(path, arguments);
}

int zig_spawn_confined(const char *path, char *const *arguments, struct zig_confined_start start)
{
    sigset_t all, before;
    sigfillset(&all);
    // Signal handlers must not run in the child, which shares this memory.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    volatile int failure = 0;
    pid_t child = vfork();
    if (child == 0) {
        become(path, arguments, &start, parent);
        failure = errno ? errno : EIO;
        _exit(127);
    }
    if (child < 0) failure = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!failure) return child;
    if (child > 0)
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    errno = failure;
    return -1;
}

int zig_fixed_memory(uint64_t size)
{
    int file = memfd_create("ziggurat-rows", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    // Without seals, a process could shrink the file and end its reader with SIGBUS.
    if (ftruncate(file, (off_t)size) == 0
        && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return file;
    int code = errno;
    close(file);
    errno = code;
    return -1;
}

int zig_socket_pair(int *ends)
{
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}
