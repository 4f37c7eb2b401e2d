// System calls that the C library shows to GNU programs only.
#pragma once

// Exchanges two paths in one step: renameat2(2) with RENAME_EXCHANGE. 0, or -1 with errno.
int zig_exchange(int left_folder, const char *_Nonnull left, int right_folder, const char *_Nonnull right);

// How many processors this process may run on: sched_getaffinity(2).
int zig_processor_count(void);

// A file in memory without a name, gone when it is closed: memfd_create(2). A descriptor, or -1 with errno.
int zig_spool_in_memory(void);

// A file in a folder that loses its name at once: gone when it is closed. The template ends in XXXXXX and is
// overwritten. A descriptor, or -1 with errno.
int zig_spool_on_disk(char *_Nonnull path_template);

// Has a function called at Ctrl-C, when a service manager asks the process to end and when its terminal goes away:
// SIGINT, SIGTERM, SIGHUP; but not at those that whoever started the process has turned off, as nohup(1) does. It is
// called in the middle of whatever a thread does, so it may do little: signal-safety(7).
void zig_on_interruption(void (*_Nonnull handler)(int number));

// Opens a path below a folder for reading, by openat2(2): no `..`, no absolute path and no symbolic
// link leads out of the folder. The file, or -1 with errno.
int zig_open_beneath(int folder, const char *_Nonnull path, int flags);
