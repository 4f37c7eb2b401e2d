// Runs a command and prints elapsed seconds, processor seconds and the maximum of memory in bytes.
//
//     cost command arguments...
//
// The kernel counts the memory of the parent as the child's when a process starts, so the parent must be small:
// as a child of Python, a small command seems to use Python's memory. Standard output is discarded.
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

int main(int count, char **arguments)
{
    if (count < 2)
        return 2;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process;
    double start = now();
    int problem = posix_spawnp(&process, arguments[1], &actions, NULL, arguments + 1, environ);
    if (problem != 0) {
        fprintf(stderr, "%s: %s\n", arguments[1], strerror(problem));
        return 1;
    }
    int status;
    struct rusage usage;
    if (wait4(process, &status, 0, &usage) != process)
        return 1;
    double wall = now() - start;
    if (WIFSIGNALED(status))
        fprintf(stderr, "%s: ended by signal %d\n", arguments[1], WTERMSIG(status));
    if (status != 0)
        return 1;
    printf("%.6f %.6f %ld\n", wall, seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss * 1024);
    return 0;
}
