#include "JPEGBandStream.h"

#include <stdlib.h>
#include <string.h>

static void show(struct zig_jpeg_band_stream *stream, const uint8_t *bytes, size_t count)
{
    stream->manager.next_input_byte = bytes;
    stream->manager.bytes_in_buffer = count;
}

static void stream_start(j_decompress_ptr decoder) { (void)decoder; }

static boolean stream_fill(j_decompress_ptr decoder)
{
    static const uint8_t end_of_image[] = {0xFF, JPEG_EOI};
    struct zig_jpeg_band_stream *stream = (struct zig_jpeg_band_stream *)decoder->src;
    if (stream->is_direct) {
        const uint8_t *next = stream->next;
        if (next == stream->window.end) next = zig_jpeg_band_window_refill(&stream->window, next);
        stream->next = stream->window.end;
        if (next < stream->window.end) {
            show(stream, next, (size_t)(stream->window.end - next));
            return TRUE;
        }
    } else {
        zig_jpeg_band_shift_fill(stream);
    }
    if (stream->target > stream->buffer)
        show(stream, stream->buffer, (size_t)(stream->target - stream->buffer));
    else
        show(stream, end_of_image, sizeof end_of_image);
    stream->target = stream->buffer;
    return TRUE;
}

// Skips bytes of the header, which is shown as a whole.
static void stream_skip(j_decompress_ptr decoder, long count)
{
    struct jpeg_source_mgr *manager = decoder->src;
    if (count <= 0) return;
    size_t skipped = (size_t)count < manager->bytes_in_buffer ? (size_t)count : manager->bytes_in_buffer;
    manager->next_input_byte += skipped;
    manager->bytes_in_buffer -= skipped;
}

// libjpeg calls this function for a restart marker with an unexpected number.
static boolean stream_restart(j_decompress_ptr decoder, int desired)
{
    const struct zig_jpeg_band_stream *stream = (const struct zig_jpeg_band_stream *)decoder->src;
    int number = (desired + stream->first_marker) & 7;
    if (decoder->unread_marker != JPEG_RST0 + number) return jpeg_resync_to_restart(decoder, number);
    decoder->unread_marker = 0;
    return TRUE;
}

static void stream_stop(j_decompress_ptr decoder) { (void)decoder; }

bool zig_jpeg_band_stream_create(struct zig_jpeg_band_stream *stream, const struct zig_jpeg_bands *bands)
{
    stream->bands = bands;
    stream->window.descriptor = bands->header.descriptor;
    stream->header = malloc(bands->header.template_length);
    if (stream->header == NULL) return false;
    memcpy(stream->header, bands->header.template, bands->header.template_length);
    stream->manager.init_source = stream_start;
    stream->manager.fill_input_buffer = stream_fill;
    stream->manager.skip_input_data = stream_skip;
    stream->manager.resync_to_restart = stream_restart;
    stream->manager.term_source = stream_stop;
    return true;
}

void zig_jpeg_band_stream_destroy(struct zig_jpeg_band_stream *stream) { free(stream->header); }

bool zig_jpeg_band_stream_start(
    struct zig_jpeg_band_stream *stream, j_decompress_ptr decoder, int first, int end, int height)
{
    const struct zig_jpeg_band_header *header = &stream->bands->header;
    const struct zig_jpeg_row_start *start = &stream->bands->starts[first], *stop = &stream->bands->starts[end];
    stream->header[header->height_place] = (uint8_t)(height >> 8);
    stream->header[header->height_place + 1] = (uint8_t)height;
    stream->pending = 0;
    stream->pending_count = 0;
    stream->target = stream->buffer;
    stream->end_offset = stop->byte + (stop->bit > 0);
    stream->is_direct = header->interval > 0;
    if (stream->is_direct) {
        stream->first_marker = (int)((size_t)first * header->mcus_per_row / header->interval & 7);
        // The bytes that libjpeg reads ahead, and so its warnings, depend on the bytes behind the band. So the
        // end of the band does not end the data.
        stream->next = zig_jpeg_band_window_open(&stream->window, start->byte);
    } else if (!zig_jpeg_band_shift_start(stream, start)) {
        return false;
    }
    show(stream, stream->header, header->template_length);
    decoder->src = &stream->manager;
    return true;
}

int zig_jpeg_band_stream_count_surplus(struct zig_jpeg_band_stream *stream)
{
    // libjpeg has read all bytes of the window up to this byte, unless it still reads another buffer.
    const uint8_t *next = stream->manager.next_input_byte;
    bool is_in_window = next >= stream->window.buffer && next <= stream->window.end;
    return is_in_window ? zig_jpeg_band_count_bytes(&stream->window, next) : 0;
}
