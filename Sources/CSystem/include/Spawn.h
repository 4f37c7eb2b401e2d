// Starts other programs. Confinement.h starts programs that read hostile files.
//
// Functions return int instead of pid_t. If this header included <sys/types.h>, Swift could assign the types of
// <sys/types.h> to this module.
#pragma once

// The streams of a program: descriptors of this process, or -1 for /dev/null.
struct zig_streams {
    int input;
    int output;
    int errors;
};

// Starts a program by its path, without blocked signals. The argument list ends with NULL. If belongs is not
// 0, the program gets SIGTERM when the calling thread ends, even if this process is killed. Otherwise the
// program has a new session and outlives this process. Returns the process, or -1 with errno, also if the
// program cannot be executed.
int zig_spawn(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
              struct zig_streams streams, int belongs);

// Creates a pipe that other children do not inherit: first the reading end, then the writing end. Returns 0,
// or -1 with errno.
int zig_pipe(int *_Nonnull ends);
