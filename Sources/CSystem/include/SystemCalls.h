// System calls that Swift's Glibc module lacks. Failures return -1 with errno.
#pragma once
#include <stdint.h>

#include <stddef.h>

// Exchanges two paths atomically: renameat2(2) with RENAME_EXCHANGE. Returns 0.
int zig_exchange(int left_folder, const char *_Nonnull left, int right_folder, const char *_Nonnull right);

// Flushes the file system of an open file to the disk: syncfs(2). Returns 0.
int zig_sync(int file);

// Returns the number of processors that this process may use: sched_getaffinity(2).
int zig_processor_count(void);
// Adds nanoseconds to the sum that belongs to this thread, and returns the sum.
int64_t zig_helper_time(int64_t nanoseconds);

// Creates a file in memory without a name: memfd_create(2). Returns its descriptor.
int zig_spool_in_memory(void);

// Creates a file and removes its name immediately. The template ends with XXXXXX and is overwritten. Returns
// the descriptor.
int zig_spool_on_disk(char *_Nonnull path_template);

// Sets the handler of SIGINT, SIGTERM and SIGHUP, except for ignored signals, as under nohup(1). The handler
// may call only the functions of signal-safety(7).
void zig_on_interruption(void (*_Nonnull handler)(int number));

// Sends SIGTERM to this process when its parent process ends, unless SIGHUP is ignored, as under nohup(1).
void zig_end_with_parent(void);

// Opens a path below a folder for reading, with openat2(2). `..`, absolute paths and symbolic links cannot
// lead out of the folder. Returns the descriptor.
int zig_open_beneath(int folder, const char *_Nonnull path, int flags);

// Returns the git tag of the sources; NULL or empty without a tag.
const char *_Nullable zig_tag(void);

// Calls memmem(3), which Swift does not import.
const void *_Nullable zig_find_bytes(const void *_Nonnull bytes, size_t count, const void *_Nonnull word, size_t length);

// Redirects the stream `stderr` of C libraries. Descriptor 2 is unchanged, so the program can write to it. If
// a fault ends the process, the last messages of the faulting thread are printed, because they may explain
// the fault. keeps: for tests, also prints messages immediately and does not handle signals.
void zig_take_library_messages(int keeps);

// Discards the messages that libraries printed on this thread.
void zig_forget_library_messages(void);

// Returns the last messages that libraries printed on this thread, up to a few thousand bytes; empty without
// messages. Valid until the thread calls a library.
const char *_Nonnull zig_library_messages(void);
