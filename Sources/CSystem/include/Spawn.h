// Starting another program.
#pragma once

#include <stddef.h>
#include <sys/types.h>

// What a program's streams are: descriptors of this process, or -1 for /dev/null.
struct zig_streams {
    int input;
    int output;
    int errors;
};

// Starts a program by its path, with no signal blocked or ignored. The list of arguments ends with
// NULL. Where it belongs to this process, it is asked to end (SIGTERM) when the calling thread ends,
// so even when this process is killed; otherwise it outlives it, in a session of its own.
// The process, or -1 with errno, also where the program cannot be executed.
pid_t zig_spawn(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                struct zig_streams streams, int belongs);

// A file in memory that nobody else sees, with these bytes, to be read from its beginning. The
// descriptor, or -1 with errno.
int zig_memory_file(const void *_Nullable bytes, size_t count);

// A pipe that no other child inherits: the end to read from, then the end to write to. 0, or -1 with
// errno.
int zig_pipe(int *_Nonnull ends);
