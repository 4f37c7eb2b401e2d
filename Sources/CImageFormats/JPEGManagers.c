#include "JPEGManagers.h"

#include <stdlib.h>
#include <string.h>

#include "FileReading.h"

static void leave(j_common_ptr common)
{
    struct zig_jpeg_errors *errors = (struct zig_jpeg_errors *)common->err;
    char text[JMSG_LENGTH_MAX];
    common->err->format_message(common, text);
    snprintf(errors->message, sizeof errors->message, "%s", text);
    longjmp(errors->escape, 1);
}

// Counts warnings, without printing them, and notes those about a file that ends early.
static void note(j_common_ptr common, int level)
{
    struct zig_jpeg_errors *errors = (struct zig_jpeg_errors *)common->err;
    if (level >= 0)
        return;
    // The first warning is the cause of the others.
    if (common->err->num_warnings++ == 0) {
        char text[JMSG_LENGTH_MAX];
        common->err->format_message(common, text);
        snprintf(errors->message, sizeof errors->message, "%s", text);
    }
    if (common->err->msg_code == JWRN_HIT_MARKER)
        errors->hit_end = 1;
}

struct jpeg_error_mgr *zig_jpeg_errors_install(struct zig_jpeg_errors *errors)
{
    memset(errors, 0, sizeof *errors);
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = leave;
    errors->manager.emit_message = note;
    return &errors->manager;
}

static void file_start(j_decompress_ptr decoder)
{
    (void)decoder;
}

// Moves over scans that are skipped. Returns how many bytes come before the next one of them, at most as many as the
// buffer has.
static size_t file_selected(struct zig_jpeg_file *file)
{
    const struct zig_jpeg_jump *jump = &file->jump;
    if (jump->to > 0 && file->offset < jump->from)
        return jump->from - file->offset < (off_t)sizeof file->buffer ? (size_t)(jump->from - file->offset)
                                                                       : sizeof file->buffer;
    if (file->offset < jump->to)
        file->offset = jump->to;
    for (; file->scans != NULL && file->next_scan < file->scans->count; file->next_scan++) {
        const struct zig_jpeg_scan *scan = &file->scans->list[file->next_scan];
        if (scan->component == file->component)
            continue;
        if (file->offset < scan->start)
            return scan->start - file->offset < (off_t)sizeof file->buffer ? (size_t)(scan->start - file->offset)
                                                                            : sizeof file->buffer;
        if (file->offset < scan->end)
            file->offset = scan->end;
    }
    return sizeof file->buffer;
}

// Replaces the height in the buffer, which has so many bytes from an offset on.
static void replace_height(struct zig_jpeg_file *file, off_t offset, ssize_t count)
{
    if (file->jump.to == 0)
        return;
    for (int i = 0; i < 2; i++) {
        off_t place = file->jump.height_offset + i - offset;
        if (place >= 0 && place < count)
            file->buffer[place] = (JOCTET)(file->jump.height >> (8 - 8 * i));
    }
}

static boolean file_fill(j_decompress_ptr decoder)
{
    struct zig_jpeg_file *file = (struct zig_jpeg_file *)decoder->src;
    size_t wanted = file_selected(file);
    ssize_t count = zig_read_at(file->descriptor, file->buffer, wanted, file->offset);
    if (count > 0) {
        replace_height(file, file->offset, count);
        file->offset += count;
    } else {
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

// libjpeg calls this for a restart marker of another number than it expects.
static boolean file_restart(j_decompress_ptr decoder, int desired)
{
    const struct zig_jpeg_file *file = (struct zig_jpeg_file *)decoder->src;
    int number = (desired + file->jump.markers) & 7;
    if (decoder->unread_marker != JPEG_RST0 + number)
        return jpeg_resync_to_restart(decoder, number);
    decoder->unread_marker = 0;
    return TRUE;
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
    file->manager.resync_to_restart = file_restart;
    file->manager.term_source = file_stop;
    decoder->src = &file->manager;
}

void zig_jpeg_file_select(struct zig_jpeg_file *file, const struct zig_jpeg_scans *scans, int component)
{
    file->scans = scans;
    file->component = component;
    // What is in the buffer may belong to a scan that is skipped.
    zig_jpeg_file_empty(file);
}

off_t zig_jpeg_file_empty(struct zig_jpeg_file *file)
{
    file->offset -= (off_t)file->manager.bytes_in_buffer;
    file->manager.bytes_in_buffer = 0;
    return file->offset;
}

void zig_jpeg_file_jump(struct zig_jpeg_file *file, struct zig_jpeg_jump jump)
{
    file->jump = jump;
    file->offset = 0;
    file->manager.bytes_in_buffer = 0;
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

// Enough for most tiles. malloc() would map and unmap a larger block for each encoder.
#define FIRST_BUFFER_SIZE 65536

static void memory_start(j_compress_ptr compressor)
{
    struct zig_jpeg_memory *memory = (struct zig_jpeg_memory *)compressor->dest;
    memory->manager.next_output_byte = memory->buffer;
    memory->manager.free_in_buffer = memory->capacity;
}

static boolean memory_grow(j_compress_ptr compressor)
{
    struct zig_jpeg_memory *memory = (struct zig_jpeg_memory *)compressor->dest;
    size_t filled = memory->capacity;
    JOCTET *larger = realloc(memory->buffer, filled * 2);
    if (larger == NULL)
        ERREXIT1(compressor, JERR_OUT_OF_MEMORY, 0);
    memory->buffer = larger;
    memory->capacity = filled * 2;
    memory->manager.next_output_byte = larger + filled;
    memory->manager.free_in_buffer = filled;
    return TRUE;
}

static void memory_stop(j_compress_ptr compressor)
{
    (void)compressor;
}

void zig_jpeg_memory_install(
    struct zig_jpeg_memory *memory, j_compress_ptr compressor, const JOCTET *profile, size_t profile_length)
{
    memory->capacity = FIRST_BUFFER_SIZE;
    memory->buffer = malloc(memory->capacity);
    if (memory->buffer == NULL)
        ERREXIT1(compressor, JERR_OUT_OF_MEMORY, 0);
    memory->manager.init_destination = memory_start;
    memory->manager.empty_output_buffer = memory_grow;
    memory->manager.term_destination = memory_stop;
    compressor->dest = &memory->manager;
    memory->profile_length = profile_length;
    if (profile_length == 0)
        return;
    memory->profile = compressor->mem->alloc_large((j_common_ptr)compressor, JPOOL_PERMANENT, profile_length);
    memcpy(memory->profile, profile, profile_length);
}

void zig_jpeg_memory_write_profile(const struct zig_jpeg_memory *memory, j_compress_ptr compressor)
{
    if (memory->profile_length > 0)
        jpeg_write_icc_profile(compressor, memory->profile, (unsigned int)memory->profile_length);
}

size_t zig_jpeg_memory_length(const struct zig_jpeg_memory *memory)
{
    return memory->capacity - memory->manager.free_in_buffer;
}
