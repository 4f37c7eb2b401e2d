#include "JPEGManagers.h"

#include <stdint.h>
#include <string.h>

#include "FileReading.h"

static void file_start(j_decompress_ptr decoder)
{
    (void)decoder;
}

// Moves past skipped scans. Returns the number of bytes before the next skipped scan, at most the size of the
// buffer.
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

// Replaces the image height in the buffer, which contains `count` bytes from an offset in the file.
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

// Reads the next bytes of the file into the buffer.
static void load(struct zig_jpeg_file *file)
{
    size_t wanted = file_selected(file);
    ssize_t count = zig_read_at(file->descriptor, file->buffer, wanted, file->offset);
    if (count > 0) {
        replace_height(file, file->offset, count);
        file->offset += count;
    } else {
        // An end-of-image marker lets the decoder finish. The caller decides whether a truncated file is an
        // error.
        file->ended = 1;
        file->buffer[0] = 0xFF;
        file->buffer[1] = JPEG_EOI;
        count = 2;
    }
    file->next = file->buffer;
    file->held = (size_t)count;
}

// Whether the decoder reads the data of an arithmetic code.
static bool is_in_code(const struct jpeg_decompress_struct *decoder)
{
    return decoder->input_scan_number > 0 && decoder->input_iMCU_row < decoder->total_iMCU_rows;
}

// The maximum number of zeros that an arithmetic code may need after its last byte. Encoders leave out the zeros at the
// end of the data. 4 megapixels of one colour need less than one byte. Source: ITU-T T.81, D.1.8.
static int most_zeros(const struct jpeg_decompress_struct *decoder)
{
    return 32 + (int)(((uint64_t)decoder->image_width * decoder->image_height) >> 22);
}

// The number of held bytes that the decoder of an arithmetic code gets next: the bytes before the next 0xFF, or 0xFF
// and the byte after it. The result 0 means that the decoder gets a zero byte instead of a marker: if a marker ends
// the data early, libjpeg reads zeros without a warning. After most_zeros() zeros, the decoder gets a warning and the
// marker.
static size_t code_length(j_decompress_ptr decoder)
{
    struct zig_jpeg_file *file = (struct zig_jpeg_file *)decoder->src;
    const JOCTET *mark = memchr(file->next, 0xFF, file->held);
    if (mark == NULL) return file->held;
    if (mark > file->next) return (size_t)(mark - file->next);
    if (file->held == 1) {
        file->offset--;
        load(file);
        if (file->held == 1) {
            file->ended = 1;
            file->buffer[file->held++] = JPEG_EOI;
        }
    }
    if (!is_in_code(decoder)) return 2;
    // Fill bytes may precede a marker.
    while (file->held > 2 && file->next[1] == 0xFF) file->next++, file->held--;
    int code = file->next[1];
    if (code == 0 || code == 0xFF || (code >= JPEG_RST0 && code <= JPEG_RST0 + 7)) return 2;
    if (file->zeros++ < most_zeros(decoder)) return 0;
    WARNMS(decoder, JWRN_HIT_MARKER);
    return 2;
}

static boolean file_fill(j_decompress_ptr decoder)
{
    static const JOCTET zero = 0;
    struct zig_jpeg_file *file = (struct zig_jpeg_file *)decoder->src;
    if (file->held == 0) load(file);
    size_t count = decoder->arith_code ? code_length(decoder) : file->held;
    file->manager.next_input_byte = count == 0 ? &zero : file->next;
    file->manager.bytes_in_buffer = count == 0 ? 1 : count;
    if (count > 0) file->zeros = 0;
    file->next += count;
    file->held -= count;
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

// libjpeg calls this function for a restart marker with an unexpected number.
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
    // The buffer may contain a part of a skipped scan.
    zig_jpeg_file_empty(file);
}

off_t zig_jpeg_file_empty(struct zig_jpeg_file *file)
{
    file->offset -= (off_t)(file->manager.bytes_in_buffer + file->held);
    file->manager.bytes_in_buffer = file->held = 0;
    return file->offset;
}

void zig_jpeg_file_start_code(struct zig_jpeg_file *file, j_decompress_ptr decoder)
{
    // libjpeg knows the kind of the code only after the header, when the buffer already contains data.
    if (decoder->arith_code && !file->ended) zig_jpeg_file_empty(file);
}

void zig_jpeg_file_jump(struct zig_jpeg_file *file, struct zig_jpeg_jump jump)
{
    file->jump = jump;
    file->offset = 0;
    file->manager.bytes_in_buffer = file->held = 0;
}
