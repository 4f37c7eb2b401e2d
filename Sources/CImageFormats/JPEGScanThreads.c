#include "JPEGScanThreads.h"

#include <stdlib.h>

// Returns the memory of a component. libjpeg calls this function for each component in turn.
static jvirt_barray_ptr request(
    j_common_ptr common, int pool, boolean is_zero, JDIMENSION blocks_per_row, JDIMENSION row_count,
    JDIMENSION most_rows)
{
    (void)pool;
    (void)is_zero;
    (void)blocks_per_row;
    (void)row_count;
    (void)most_rows;
    // The decoder is the first member of the thread.
    struct zig_jpeg_scan_thread *thread = (struct zig_jpeg_scan_thread *)common;
    if (thread->requested >= MAX_PLANES)
        ERREXIT2(common, JERR_COMPONENT_COUNT, thread->decoder.num_components, MAX_PLANES);
    return &thread->blocks[thread->requested++];
}

static int is_wanted(void *context)
{
    const struct zig_jpeg_scan_thread *thread = context;
    return !atomic_load(&thread->all->is_cancelled);
}

static void *read_scans(void *context)
{
    struct zig_jpeg_scan_thread *thread = context;
    struct jpeg_decompress_struct *decoder = &thread->decoder;
    decoder->err = zig_jpeg_errors_install(&thread->errors);
    thread->errors.reads_component = 1;
    thread->has_failed = true;
    if (!setjmp(thread->errors.escape)) {
        jpeg_create_decompress(decoder);
        decoder->mem->request_virt_barray = request;
        decoder->mem->access_virt_barray = zig_jpeg_blocks_access;
        zig_jpeg_file_install(&thread->file, decoder, thread->all->descriptor);
        zig_jpeg_file_select(&thread->file, &thread->all->scans, thread->component);
        zig_jpeg_progress_install(&thread->progress, decoder, is_wanted, thread);
        jpeg_read_header(decoder, TRUE);
        decoder->buffered_image = TRUE;
        jpeg_start_decompress(decoder);
        zig_jpeg_progress_consume(decoder);
        thread->has_failed = false;
    }
    jpeg_destroy_decompress(decoder);
    return NULL;
}

bool zig_jpeg_scan_threads_prepare(struct zig_jpeg_scan_threads *threads, int descriptor)
{
    threads->descriptor = descriptor;
    return zig_jpeg_scans_find(&threads->scans, descriptor)
        && threads->scans.list[0].component == ZIG_JPEG_FIRST_COEFFICIENTS;
}

bool zig_jpeg_scan_threads_start(
    struct zig_jpeg_scan_threads *threads, const struct jvirt_barray_control *const *blocks, int count)
{
    threads->threads = calloc((size_t)count, sizeof *threads->threads);
    if (threads->threads == NULL) return false;
    threads->count = count;
    for (int i = 0; i < count; i++) {
        struct zig_jpeg_scan_thread *thread = &threads->threads[i];
        thread->all = threads;
        thread->component = i;
        for (int plane = 0; plane < count; plane++)
            thread->blocks[plane] = *blocks[plane];
        thread->is_started = pthread_create(&thread->thread, NULL, read_scans, thread) == 0;
        if (!thread->is_started) return false;
    }
    return true;
}

const struct zig_jpeg_scan_thread *zig_jpeg_scan_threads_join(struct zig_jpeg_scan_threads *threads)
{
    const struct zig_jpeg_scan_thread *failed = NULL;
    for (int i = 0; i < threads->count; i++) {
        struct zig_jpeg_scan_thread *thread = &threads->threads[i];
        if (thread->is_started) pthread_join(thread->thread, NULL);
        thread->is_started = false;
        if (thread->has_failed && failed == NULL) failed = thread;
    }
    return failed;
}

void zig_jpeg_scan_threads_free(struct zig_jpeg_scan_threads *threads)
{
    atomic_store(&threads->is_cancelled, true);
    zig_jpeg_scan_threads_join(threads);
    free(threads->threads);
    free(threads->scans.list);
    *threads = (struct zig_jpeg_scan_threads){0};
}
