#include "JPEGFile.h"

#include <errno.h>
#include <unistd.h>

#include <jerror.h>

static void file_start(j_decompress_ptr decoder)
{
    (void)decoder;
}

static boolean file_fill(j_decompress_ptr decoder)
{
    struct zig_jpeg_file *file = (struct zig_jpeg_file *)decoder->src;
    ssize_t count;
    do
        count = read(file->descriptor, file->buffer, ZIG_JPEG_FILE_BUFFER_SIZE);
    while (count < 0 && errno == EINTR);
    if (count <= 0) {
        // An end-of-image marker lets the decoder finish; the caller decides whether that is allowed.
        file->ended = 1;
        file->buffer[0] = 0xFF;
        file->buffer[1] = JPEG_EOI;
        count = 2;
    }
    file->manager.next_input_byte = file->buffer;
    file->manager.bytes_in_buffer = (size_t)count;
    return TRUE;
}

static void file_skip(j_decompress_ptr decoder, long count)
{
    struct zig_jpeg_file *file = (struct zig_jpeg_file *)decoder->src;
    while (count > (long)file->manager.bytes_in_buffer) {
        count -= (long)file->manager.bytes_in_buffer;
        file_fill(decoder);
        if (file->ended)
            return;
    }
    if (count > 0) {
        file->manager.next_input_byte += count;
        file->manager.bytes_in_buffer -= (size_t)count;
    }
}

static void file_stop(j_decompress_ptr decoder)
{
    (void)decoder;
}

void zig_jpeg_file_install(struct zig_jpeg_file *file, j_decompress_ptr decoder, int descriptor)
{
    file->descriptor = descriptor;
    file->manager.init_source = file_start;
    file->manager.fill_input_buffer = file_fill;
    file->manager.skip_input_data = file_skip;
    file->manager.resync_to_restart = jpeg_resync_to_restart;
    file->manager.term_source = file_stop;
    decoder->src = &file->manager;
}

static void ask(j_common_ptr decoder)
{
    struct zig_jpeg_progress *progress = (struct zig_jpeg_progress *)decoder->progress;
    if (progress->is_wanted(progress->context))
        return;
    progress->is_cancelled = 1;
    ERREXIT(decoder, JERR_CANT_SUSPEND);
}

void zig_jpeg_progress_install(
    struct zig_jpeg_progress *progress, j_decompress_ptr decoder, int (*is_wanted)(void *context), void *context)
{
    *progress = (struct zig_jpeg_progress){
        .manager = {.progress_monitor = ask}, .is_wanted = is_wanted, .context = context};
    decoder->progress = &progress->manager;
}

int zig_jpeg_progress_is_cancelled(j_decompress_ptr decoder)
{
    const struct zig_jpeg_progress *progress = (struct zig_jpeg_progress *)decoder->progress;
    return progress != NULL && progress->is_cancelled;
}
