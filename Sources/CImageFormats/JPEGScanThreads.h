// Reads the scans of a progressive JPEG on several threads, into shared memory.
#pragma once
#include <pthread.h>
#include <stdatomic.h>

#include "JPEGBlocks.h"
#include "JPEGManagers.h"

// The maximum number of planes, which a CMYK image has.
#define MAX_PLANES 4

struct zig_jpeg_scan_thread {
    struct jpeg_decompress_struct decoder;
    struct zig_jpeg_errors errors;
    struct zig_jpeg_file file;
    struct zig_jpeg_progress progress;
    struct zig_jpeg_scan_threads *all;
    int component;
    // The memory of the reader's coefficients.
    struct jvirt_barray_control blocks[MAX_PLANES];
    int requested;
    pthread_t thread;
    bool is_started, has_failed;
};

struct zig_jpeg_scan_threads {
    int descriptor;
    struct zig_jpeg_scans scans;
    // One thread for each component.
    struct zig_jpeg_scan_thread *threads;
    int count;
    atomic_bool is_cancelled;
};

// Finds the scans. Returns whether threads can read them in parallel.
bool zig_jpeg_scan_threads_prepare(struct zig_jpeg_scan_threads *threads, int descriptor);
// Starts a thread for the AC coefficients of each component. The caller then reads the scans of the DC
// coefficients. Returns false if memory is short or a thread cannot be started.
bool zig_jpeg_scan_threads_start(
    struct zig_jpeg_scan_threads *threads, const struct jvirt_barray_control *const *blocks, int count);
// Waits for all threads. Returns the first thread that failed, or NULL.
const struct zig_jpeg_scan_thread *zig_jpeg_scan_threads_join(struct zig_jpeg_scan_threads *threads);
// Ends all running threads and frees memory. Safe on a value that is all zero, and safe to call more than
// once.
void zig_jpeg_scan_threads_free(struct zig_jpeg_scan_threads *threads);
