#pragma once
#include <errno.h>
#include <unistd.h>

// Reads bytes at an offset. Returns their number, fewer than `count` near the end of the file, or -1.
static inline ssize_t zig_read_at(int descriptor, void *bytes, size_t count, off_t offset)
{
    ssize_t result;
    do
        result = pread(descriptor, bytes, count, offset);
    while (result < 0 && errno == EINTR);
    return result;
}
