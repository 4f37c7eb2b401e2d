#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int zig_exchange(int left_folder, const char *left, int right_folder, const char *right)
{
    return renameat2(left_folder, left, right_folder, right, RENAME_EXCHANGE);
}

int zig_processor_count(void)
{
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) == 0)
        return CPU_COUNT(&processors);
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
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
