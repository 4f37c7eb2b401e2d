#define _GNU_SOURCE
#include "SystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int zig_exchange(int left_folder, const char *left, int right_folder, const char *right)
{
    return renameat2(left_folder, left, right_folder, right, RENAME_EXCHANGE);
}

int zig_sync(int file)
{
    return syncfs(file);
}

int zig_processor_count(void)
{
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) == 0)
        return CPU_COUNT(&processors);
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

int64_t zig_helper_time(int64_t nanoseconds)
{
    static _Thread_local int64_t sum;
    return sum += nanoseconds;
}

int zig_spool_in_memory(void)
{
    return memfd_create("ziggurat", MFD_CLOEXEC);
}

int zig_spool_on_disk(char *path_template)
{
    int descriptor = mkostemp(path_template, O_CLOEXEC);
    if (descriptor >= 0)
        unlink(path_template);
    return descriptor;
}

void zig_on_interruption(void (*handler)(int number))
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    enum { count = sizeof numbers / sizeof *numbers };
    // The mask prevents other signals of this set from interrupting the handler.
    struct sigaction ours = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&ours.sa_mask);
    for (int index = 0; index < count; index++)
        sigaddset(&ours.sa_mask, numbers[index]);
    for (int index = 0; index < count; index++) {
        struct sigaction usual;
        if (sigaction(numbers[index], NULL, &usual) == 0 && usual.sa_handler != SIG_IGN)
            sigaction(numbers[index], &ours, NULL);
    }
}

static void *watch_parent(void *parent)
{
    const struct timespec pause = {.tv_nsec = 200 * 1000 * 1000};
    while (getppid() == (pid_t)(intptr_t)parent) nanosleep(&pause, NULL);
    kill(getpid(), SIGTERM);
    return NULL;
}

// PR_SET_PDEATHSIG is not used, because it sends the signal when the parent's thread ends. Threads of pools
// end early.
void zig_end_with_parent(void)
{
    pid_t parent = getppid();
    struct sigaction hangup;
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler == SIG_IGN) return;
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch_parent, (void *)(intptr_t)parent) == 0) pthread_detach(thread);
}

int zig_open_beneath(int folder, const char *path, int flags)
{
    struct open_how how = {
        .flags = (unsigned)flags | O_RDONLY | O_CLOEXEC | O_NOCTTY,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    // EAGAIN: a folder was renamed meanwhile, so the kernel cannot decide whether the path leaves the folder.
    for (int attempt = 0; attempt < 100; attempt++) {
        long file = syscall(SYS_openat2, folder, path, &how, sizeof how);
        if (file >= 0 || (errno != EAGAIN && errno != EINTR)) return (int)file;
    }
    return -1;
}

const void *zig_find_bytes(const void *bytes, size_t count, const void *word, size_t length)
{
    return memmem(bytes, count, word, length);
}
