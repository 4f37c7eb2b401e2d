#define _GNU_SOURCE
#include "SystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

int zig_open_beneath(int folder, const char *path, int flags)
{
    struct open_how how = {
        .flags = (unsigned)flags | O_RDONLY | O_CLOEXEC | O_NOCTTY,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    // EAGAIN: a folder was renamed meanwhile, so the kernel cannot tell whether the path leads out.
    for (int attempt = 0; attempt < 100; attempt++) {
        long file = syscall(SYS_openat2, folder, path, &how, sizeof how);
        if (file >= 0 || (errno != EAGAIN && errno != EINTR)) return (int)file;
    }
    return -1;
}
