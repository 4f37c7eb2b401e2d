#include "JPEGManagers.h"

static void ask(j_common_ptr decoder)
{
    struct zig_jpeg_progress *progress = (struct zig_jpeg_progress *)decoder->progress;
    if (((j_decompress_ptr)decoder)->input_scan_number > ZIG_JPEG_MOST_SCANS)
        zig_jpeg_refuse_scans(decoder);
    if (progress->is_wanted == NULL || progress->is_wanted(progress->context))
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

void zig_jpeg_progress_consume(j_decompress_ptr decoder)
{
    while (jpeg_consume_input(decoder) != JPEG_REACHED_EOI)
        if (decoder->progress != NULL)
            ask((j_common_ptr)decoder);
}

int zig_jpeg_progress_failure(j_decompress_ptr decoder)
{
    const struct zig_jpeg_progress *progress = (struct zig_jpeg_progress *)decoder->progress;
    decoder->progress = NULL;
    return progress != NULL && progress->is_cancelled ? ZIG_JPEG_CANCELLED : -1;
}
