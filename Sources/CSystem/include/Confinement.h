// Starting a process that reads hostile files, and taking its rights away.
#pragma once

#include <stdint.h>
#include <sys/types.h>

// The descriptors and the limits of a confined process.
struct zig_confined_start {
    // Becomes descriptor 3.
    int control;
    // Becomes descriptor 4; -1 for none.
    int memory;
    // Becomes descriptor 2.
    int errors;
    // Bytes of private writable memory, and seconds of processor time.
    uint64_t memory_limit;
    uint64_t processor_limit;
};

// Starts a program by its path. It has these descriptors and no others, cannot gain privileges,
// write files or dump core, and gets SIGKILL when the calling thread ends.
// Returns the process, or -1 with errno, also if the program cannot be executed.
pid_t zig_spawn_confined(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                         struct zig_confined_start start);

// As zig_spawn_confined(), from a thread that lasts as long as this process, so that the child does,
// too.
pid_t zig_spawn_lasting(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                        struct zig_confined_start start);

// Asks a process that runs zig_serve_forks() for a copy of itself: a child of this process, with
// descriptors and limits as after zig_spawn_confined(). It ends with the thread that started the
// server. A thread at a time may ask. Returns the child, or -1.
pid_t zig_request_fork(int server, struct zig_confined_start start);

// Copies this process for each request that its parent sends on descriptor 3. Only a process of one
// thread does so. Returns 1 in each copy, and 0 in this process when there will be no more requests.
int zig_serve_forks(void);

// Gives the main thread the usual stack; zig_spawn_confined() limits those of all threads.
void zig_enlarge_main_stack(void);

// Denies the process and its future threads all system calls that decoding does not need: it opens
// files for reading only, starts no programs and has no network. Returns 0, or -1 with errno if the
// kernel or this kind of processor has no filter.
int zig_confine_system_calls(void);

// Creates a file in memory that no process can resize. Returns its descriptor, or -1 with errno.
int zig_fixed_memory(uint64_t size);

// Creates two connected stream sockets that children do not inherit. Returns 0, or -1 with errno.
int zig_socket_pair(int *_Nonnull ends);
