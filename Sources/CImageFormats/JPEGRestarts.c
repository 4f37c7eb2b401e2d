#include <string.h>

#include "FileReading.h"
#include "JPEGReader.h"
#include "JPEGRestartStep.h"

// The maximum number of segments that are read. A damaged file may have any number of segments.
#define MOST_SEGMENTS 10000

// The number of pixel rows of an MCU row. libjpeg returns the rows of a grey image in units of its sampling
// factor.
static size_t unit_height(const struct jpeg_decompress_struct *decoder)
{
    return (size_t)decoder->max_v_samp_factor * DCTSIZE;
}

// The number of MCUs in unit_height() rows. In a scan of one component, an MCU is one block. Source: ITU-T
// T.81, A.2.2.
static size_t mcus_per_unit(const struct jpeg_decompress_struct *decoder)
{
    const jpeg_component_info *first = decoder->cur_comp_info[0];
    if (decoder->comps_in_scan == 1) return (size_t)first->width_in_blocks * (size_t)first->v_samp_factor;
    size_t width = (size_t)decoder->max_h_samp_factor * DCTSIZE;
    return (decoder->image_width + width - 1) / width;
}

int zig_jpeg_reader_restart_step(const zig_jpeg_reader *reader)
{
    const struct jpeg_decompress_struct *decoder = &reader->decoder;
    if (decoder->restart_interval == 0 || decoder->arith_code || zig_jpeg_reader_is_in_scans(reader)
        || !zig_jpeg_reader_is_plain(reader))
        return 0;
    size_t interval = decoder->restart_interval;
    size_t step = zig_jpeg_restart_step(interval, mcus_per_unit(decoder)) * unit_height(decoder);
    return step < decoder->image_height ? (int)step : 0;
}

// Finds the height in the frame header. Returns its offset in the file, or 0 if it is not found. Source:
// ITU-T T.81, B.2.2.
static off_t find_height(const zig_jpeg_reader *reader, off_t header_end)
{
    off_t offset = 2;
    for (int i = 0; i < MOST_SEGMENTS && offset < header_end; i++) {
        uint8_t head[9];
        if (zig_read_at(reader->file.descriptor, head, sizeof head, offset) != sizeof head || head[0] != 0xFF) return 0;
        if (head[1] == 0xFF) {
            // Fill bytes may precede a marker.
            offset++;
        } else if (head[1] == 0xC0 || head[1] == 0xC1) {
            int height = head[5] << 8 | head[6], width = head[7] << 8 | head[8];
            bool is_read = height == (int)reader->decoder.image_height && width == (int)reader->decoder.image_width;
            return is_read ? offset + 5 : 0;
        } else {
            offset += 2 + (head[2] << 8 | head[3]);
        }
    }
    return 0;
}

// Finds the data after a number of restart markers. Returns its offset in the file, or ZIG_JPEG_CANCELLED.
// Returns 0 if the end of the file or an unexpected marker comes first.
static off_t find_data(
    struct zig_jpeg_file *file, off_t offset, size_t marker_count, int (*is_wanted)(void *context), void *context)
{
    size_t found = 0;
    bool follows_ff = false;
    for (;;) {
        if (!is_wanted(context)) return ZIG_JPEG_CANCELLED;
        ssize_t count = zig_read_at(file->descriptor, file->buffer, sizeof file->buffer, offset);
        if (count <= 0) return 0;
        const JOCTET *next = file->buffer, *end = file->buffer + count;
        while (next < end) {
            if (!follows_ff) {
                next = memchr(next, 0xFF, (size_t)(end - next));
                if (next == NULL) break;
                next++;
                follows_ff = true;
                continue;
            }
            int code = *next++;
            if (code == 0xFF) continue;
            follows_ff = false;
            if (code == 0) continue;
            if (code != JPEG_RST0 + (int)(found & 7)) return 0;
            if (++found == marker_count) return offset + (next - file->buffer);
        }
        offset += count;
    }
}

int zig_jpeg_reader_restart(
    zig_jpeg_reader *reader, int row, int (*is_wanted)(void *context), void *context)
{
    struct jpeg_decompress_struct *decoder = &reader->decoder;
    int step = zig_jpeg_reader_restart_step(reader);
    // Coefficients are stored by their position in the whole image.
    bool keeps = reader->count > 0 || reader->kept_rows > 0;
    if (reader->state != NOT_STARTED || keeps || step == 0 || reader->first_row > 0) return 0;
    // The MCU row above is also needed, because the colours of the row are interpolated from it.
    int unit = (int)unit_height(decoder);
    int first = (row - unit) / step * step;
    if (first <= 0 || row >= (int)decoder->image_height) return 0;
    size_t markers = (size_t)(first / unit) * mcus_per_unit(decoder) / decoder->restart_interval;
    off_t header_end = zig_jpeg_file_empty(&reader->file);
    off_t height_offset = find_height(reader, header_end);
    if (height_offset == 0) return 0;
    off_t data = find_data(&reader->file, header_end, markers, is_wanted, context);
    if (data <= 0) return (int)data;
    int height = (int)decoder->image_height - first;
    reader->state = FAILED;
    if (setjmp(reader->errors.escape)) return -1;
    jpeg_abort_decompress(decoder);
    zig_jpeg_file_jump(
        &reader->file, (struct zig_jpeg_jump){
                           .height_offset = height_offset, .height = height, .from = header_end, .to = data,
                           .markers = (int)(markers & 7)});
    jpeg_read_header(decoder, TRUE);
    reader->first_row = first;
    reader->state = NOT_STARTED;
    return first;
}
