#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "JPEGErrors.h"

#define SOURCE_BUFFER_SIZE 65536

struct zig_jpeg_reader {
    struct jpeg_decompress_struct decoder;
    struct zig_jpeg_errors errors;
    struct jpeg_source_mgr source;
    int descriptor;
    int started;
    // The file was over before the decoder was.
    int ended;
    JOCTET buffer[SOURCE_BUFFER_SIZE];
};

static void source_start(j_decompress_ptr decoder)
{
    (void)decoder;
}

static boolean source_fill(j_decompress_ptr decoder)
{
    zig_jpeg_reader *reader = decoder->client_data;
    ssize_t count;
    do
        count = read(reader->descriptor, reader->buffer, SOURCE_BUFFER_SIZE);
    while (count < 0 && errno == EINTR);
    if (count <= 0) {
        // An end-of-image marker lets the decoder finish; whether that is allowed is the caller's to say.
        reader->ended = 1;
        reader->buffer[0] = 0xFF;
        reader->buffer[1] = JPEG_EOI;
        count = 2;
    }
    reader->source.next_input_byte = reader->buffer;
    reader->source.bytes_in_buffer = (size_t)count;
    return TRUE;
}

static void source_skip(j_decompress_ptr decoder, long count)
{
    struct jpeg_source_mgr *source = decoder->src;
    while (count > (long)source->bytes_in_buffer) {
        count -= (long)source->bytes_in_buffer;
        source_fill(decoder);
        if (((zig_jpeg_reader *)decoder->client_data)->ended)
            return;
    }
    if (count > 0) {
        source->next_input_byte += count;
        source->bytes_in_buffer -= (size_t)count;
    }
}

static void source_stop(j_decompress_ptr decoder)
{
    (void)decoder;
}

zig_jpeg_reader *zig_jpeg_reader_open(int descriptor, char *message)
{
    zig_jpeg_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "there is no memory for a decoder");
        return NULL;
    }
    reader->descriptor = descriptor;
    reader->decoder.err = zig_jpeg_errors_install(&reader->errors);
    if (setjmp(reader->errors.escape)) {
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "%s", reader->errors.message);
        zig_jpeg_reader_close(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->decoder);
    reader->decoder.client_data = reader;
    reader->source.init_source = source_start;
    reader->source.fill_input_buffer = source_fill;
    reader->source.skip_input_data = source_skip;
    reader->source.resync_to_restart = jpeg_resync_to_restart;
    reader->source.term_source = source_stop;
    reader->decoder.src = &reader->source;
    // Kept, by their first byte, to know of them.
    jpeg_save_markers(&reader->decoder, JPEG_APP0 + 1, 1);
    jpeg_save_markers(&reader->decoder, JPEG_APP0 + 2, 1);
    jpeg_save_markers(&reader->decoder, JPEG_APP0 + 13, 1);
    jpeg_read_header(&reader->decoder, TRUE);
    return reader;
}

void zig_jpeg_reader_close(zig_jpeg_reader *reader)
{
    // Frees and cannot fail; it is safe on a decoder that was never created, whose memory is all zero.
    jpeg_destroy_decompress(&reader->decoder);
    free(reader);
}

int zig_jpeg_reader_width(const zig_jpeg_reader *reader)
{
    return (int)reader->decoder.image_width;
}

int zig_jpeg_reader_height(const zig_jpeg_reader *reader)
{
    return (int)reader->decoder.image_height;
}

int zig_jpeg_reader_bands(const zig_jpeg_reader *reader)
{
    switch (reader->decoder.jpeg_color_space) {
    case JCS_GRAYSCALE:
        return 1;
    case JCS_YCbCr:
    case JCS_RGB:
        return 3;
    default:
        return 0;
    }
}

int zig_jpeg_reader_is_plain(const zig_jpeg_reader *reader)
{
    return zig_jpeg_reader_bands(reader) != 0 && reader->decoder.data_precision == 8
        && reader->decoder.marker_list == NULL && reader->errors.manager.num_warnings == 0
        && !reader->ended;
}

int zig_jpeg_reader_read(zig_jpeg_reader *reader, uint8_t *const *rows, int count)
{
    if (setjmp(reader->errors.escape))
        return -1;
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    if (!reader->started) {
        reader->started = 1;
        decoder->out_color_space = zig_jpeg_reader_bands(reader) == 1 ? JCS_GRAYSCALE : JCS_RGB;
        decoder->dct_method = JDCT_ISLOW;
        jpeg_start_decompress(decoder);
    }
    int done = 0;
    while (done < count)
        done += (int)jpeg_read_scanlines(decoder, (JSAMPARRAY)(rows + done), (JDIMENSION)(count - done));
    return 0;
}

int zig_jpeg_reader_is_truncated(const zig_jpeg_reader *reader)
{
    if (!reader->ended)
        return 0;
    // A sequential file may lack nothing but its last marker; a progressive one lacks the rest of its scans.
    return reader->errors.hit_end || reader->decoder.progressive_mode;
}

const char *zig_jpeg_reader_message(const zig_jpeg_reader *reader)
{
    return reader->errors.message;
}
