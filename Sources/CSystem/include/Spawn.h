// Starting other programs. Confinement.h starts those that read hostile files.
#pragma once

#include <sys/types.h>

// The streams of a program: descriptors of this process, or -1 for /dev/null.
struct zig_streams {
    int input;
    int output;
    int errors;
};

// Starts a program by its path, with no signal blocked. The list of arguments ends with NULL. If it
// belongs to this process, it gets SIGTERM when the calling thread ends, even if this process is
// killed; otherwise it has a session of its own and outlives this process.
// Returns the process, or -1 with errno, also if the program cannot be executed.
pid_t zig_spawn(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                struct zig_streams streams, int belongs);

// Creates a pipe that other children do not inherit: first the end to read from, then the end to
// write to. Returns 0, or -1 with errno.
int zig_pipe(int *_Nonnull ends);
