// Starts processes that read hostile files, and restricts their rights.
#pragma once

#include <stdint.h>

// The descriptors and the limits of a confined process.
struct zig_confined_start {
    // The socket to this process; becomes descriptor 3.
    int control;
    // The shared memory; becomes descriptor 4; -1 without shared memory.
    int memory;
    // The pipe for errors; becomes descriptor 2.
    int errors;
    // The limits: bytes of private writable memory, and seconds of processor time.
    uint64_t memory_limit;
    uint64_t processor_limit;
};

// Starts a program by its path. The process has only these descriptors. The process cannot gain privileges, write files
// or dump core, and gets SIGKILL when the calling thread ends. Returns the process, or -1 with errno, also if the
// program cannot be executed.
int zig_spawn_confined(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                       struct zig_confined_start start);

// As zig_spawn_confined(), but starts the child from a thread that runs until this process ends. So the child
// ends with this process.
int zig_spawn_lasting(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                      struct zig_confined_start start);

// Requests a fork of a process that runs zig_serve_forks(). The fork is a child of this process, with descriptors and
// limits as after zig_spawn_confined(). The fork ends with the thread that started the server. Only one thread at a
// time may call this. Returns the child, or -1.
int zig_request_fork(int server, struct zig_confined_start start);

// Forks this process for each request that its parent sends on descriptor 3. The process must have only one
// thread. Returns 1 in each child, and 0 in this process when no more requests will come.
int zig_serve_forks(void);

// Gives the main thread the usual stack. zig_spawn_confined() limits the stacks of all threads.
void zig_enlarge_main_stack(void);

// Denies this process and its future threads all system calls that decoding does not need. The threads can open files
// only for reading, and cannot start programs or use the network. Returns 0, or -1 with errno if the kernel or the
// processor type does not support the filter.
int zig_confine_system_calls(void);

// Creates a file in memory that cannot be resized. Returns its descriptor, or -1 with errno.
int zig_fixed_memory(uint64_t size);

// Creates two connected stream sockets that children do not inherit. Returns 0, or -1 with errno.
int zig_socket_pair(int *_Nonnull ends);
