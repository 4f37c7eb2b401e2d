#define _GNU_SOURCE
#include "Spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Runs between fork() and exec(). Calls only async-signal-safe functions.
static void become(const char *path, char *const *arguments, struct zig_streams streams,
                   int belongs, pid_t parent)
{
    if (belongs) {
        if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) return;
        // The parent may have ended before the prctl() call.
        if (getppid() != parent) _exit(127);
    } else {
        setsid();
    }
    int descriptors[] = {streams.input, streams.output, streams.errors};
    for (int number = 0; number < 3; number++) {
        // Moves descriptors above 2, so that dup2() below does not overwrite a descriptor that is still
        // needed.
        int from = descriptors[number] >= 0 ? fcntl(descriptors[number], F_DUPFD_CLOEXEC, 3)
                                            : open("/dev/null", O_RDWR | O_CLOEXEC);
        if (from < 0) return;
        descriptors[number] = from;
    }
    for (int number = 0; number < 3; number++) {
        if (dup2(descriptors[number], number) < 0) return;
    }
    // Ignored signals stay ignored, as nohup requires. SIGPIPE does not, because this process itself ignores
    // it.
    for (int number = 1; number < NSIG; number++) {
        struct sigaction now;
        if (sigaction(number, NULL, &now) == 0 && (now.sa_handler != SIG_IGN || number == SIGPIPE))
            signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return;
    execv(path, arguments);
}

int zig_spawn(const char *path, char *const *arguments, struct zig_streams streams, int belongs)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) return -1;
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        // The descriptor of the pipe must not be one of the three streams.
        int out = fcntl(report[1], F_DUPFD_CLOEXEC, 3);
        become(path, arguments, streams, belongs, parent);
        int code = errno;
        ssize_t written = write(out, &code, sizeof code);
        (void)written;
        _exit(127);
    }
    int spawn_error = errno;
    close(report[1]);
    if (child < 0) {
        close(report[0]);
        errno = spawn_error;
        return -1;
    }
    int code = 0;
    ssize_t count;
    do count = read(report[0], &code, sizeof code);
    while (count < 0 && errno == EINTR);
    close(report[0]);
    if (count != sizeof code) return child;
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    errno = code;
    return -1;
}

int zig_pipe(int *ends)
{
    return pipe2(ends, O_CLOEXEC);
}
