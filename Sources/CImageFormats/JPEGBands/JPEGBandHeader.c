#include <stdlib.h>
#include <string.h>

#include "../FileReading.h"
#include "JPEGBandIndex.h"

enum {
    SOF0 = 0xC0, SOF1 = 0xC1, DHT = 0xC4, SOI = 0xD8, SOS = 0xDA, DQT = 0xDB, DRI = 0xDD, APP0 = 0xE0, APP14 = 0xEE,
    APP15 = 0xEF, COM = 0xFE
};

// The longest header of a band without the added tables. Longer headers are unusual.
#define LONGEST_TEMPLATE ((size_t)1 << 17)
// The longest segment, with its marker.
#define LONGEST_SEGMENT ((size_t)65537)
// The maximum number of segments that are read. A damaged file may have any number of segments.
#define MOST_SEGMENTS 10000

static int number_at(const uint8_t *bytes) { return bytes[0] << 8 | bytes[1]; }

static bool append(struct zig_jpeg_band_header *header, const uint8_t *bytes, size_t length)
{
    if (length > LONGEST_TEMPLATE - header->template_length) return false;
    memcpy(header->template + header->template_length, bytes, length);
    header->template_length += length;
    return true;
}

// Checks the tables of a DQT segment, and records which tables are defined. Source: ITU-T T.81, B.2.4.1.
static bool read_steps(const uint8_t *bytes, size_t length, bool *is_defined)
{
    while (length > 0) {
        int kind = bytes[0];
        size_t table_length = 1 + COEFFICIENTS * (size_t)(kind >> 4 ? 2 : 1);
        if ((kind & 0xEC) != 0 || table_length > length) return false;
        is_defined[kind & 3] = true;
        bytes += table_length;
        length -= table_length;
    }
    return true;
}

// Reads the frame header. Source: ITU-T T.81, B.2.2.
static bool read_frame(struct zig_jpeg_band_header *header, const uint8_t *bytes, size_t length)
{
    if (header->component_count > 0 || length < 6 || bytes[0] != 8) return false;
    header->height = number_at(bytes + 1);
    header->width = number_at(bytes + 3);
    int count = bytes[5];
    // libjpeg does not know the colours of two components.
    if (header->height == 0 || header->width == 0 || count < 1 || count > MOST_COMPONENTS || count == 2
        || length != 6 + 3 * (size_t)count)
        return false;
    header->component_count = count;
    for (int i = 0; i < count; i++) {
        const uint8_t *entry = bytes + 6 + 3 * i;
        header->components[i] = (struct zig_jpeg_band_component){
            .identifier = entry[0], .across = entry[1] >> 4, .down = entry[1] & 15, .quantization = entry[2]};
        for (int k = 0; k < i; k++)
            if (header->components[k].identifier == entry[0]) return false;
    }
    return true;
}

// Moves the component with an identifier to a place.
static bool move_component(struct zig_jpeg_band_header *header, int identifier, int place)
{
    for (int i = place; i < header->component_count; i++) {
        struct zig_jpeg_band_component component = header->components[i];
        if (component.identifier != identifier) continue;
        header->components[i] = header->components[place];
        header->components[place] = component;
        return true;
    }
    return false;
}

// Reads the scan header. All components are in the scan, with all their coefficients. Source: ITU-T T.81, B.2.3.
static bool read_scan(struct zig_jpeg_band_header *header, const uint8_t *bytes, size_t length)
{
    int count = header->component_count;
    if (count == 0 || length != 4 + 2 * (size_t)count || bytes[0] != count) return false;
    for (int i = 0; i < count; i++) {
        const uint8_t *entry = bytes + 1 + 2 * i;
        if ((entry[1] & 0xCC) != 0 || !move_component(header, entry[0], i)) return false;
        header->components[i].dc = entry[1] >> 4;
        header->components[i].ac = entry[1] & 3;
    }
    const uint8_t *selection = bytes + 1 + 2 * count;
    return selection[0] == 0 && selection[1] == COEFFICIENTS - 1 && selection[2] == 0;
}

static int divided(int number, int divisor) { return (number + divisor - 1) / divisor; }

static int largest(int one, int other) { return one > other ? one : other; }

// Computes the size of an MCU. Source: ITU-T T.81, A.2.
static bool measure(struct zig_jpeg_band_header *header)
{
    int across = 1, down = 1;
    for (int i = 0; i < header->component_count; i++) {
        struct zig_jpeg_band_component *component = &header->components[i];
        if (component->across < 1 || component->across > 4 || component->down < 1 || component->down > 4) return false;
        if (header->component_count == 1) component->across = component->down = 1;
        across = largest(across, component->across);
        down = largest(down, component->down);
    }
    for (int i = 0; i < header->component_count; i++) {
        const struct zig_jpeg_band_component *component = &header->components[i];
        // libjpeg enlarges components only by whole factors.
        if (across % component->across != 0 || down % component->down != 0) return false;
        // Of all factors, libjpeg interpolates only the vertical factor 2.
        header->has_context |= down == 2 * component->down;
        for (int k = 0; k < component->across * component->down; k++) {
            if (header->block_count == MOST_BLOCKS) return false;
            header->blocks[header->block_count++] = i;
        }
    }
    header->mcu_width = across * BLOCK_SIZE;
    header->mcu_height = down * BLOCK_SIZE;
    header->mcus_per_row = (size_t)divided(header->width, header->mcu_width);
    header->mcu_rows = divided(header->height, header->mcu_height);
    return true;
}

static bool has_tables(const struct zig_jpeg_band_header *header, const bool *has_steps)
{
    for (int i = 0; i < header->component_count; i++) {
        const struct zig_jpeg_band_component *component = &header->components[i];
        if (component->quantization >= TABLES || !has_steps[component->quantization]
            || !header->dc[component->dc].is_defined || !header->ac[component->ac].is_defined)
            return false;
    }
    return true;
}

// Whether a band needs a segment. The segments APP0 (JFIF) and APP14 (Adobe) state the colour space.
static bool is_needed(int marker)
{
    return marker == DQT || marker == DHT || marker == SOF0 || marker == SOF1 || marker == DRI || marker == APP0
        || marker == APP14;
}

// Whether a segment may precede the scan, although a band does not need it.
static bool is_ignored(int marker) { return marker == COM || (marker >= APP0 && marker <= APP15); }

// Reads a segment, and appends it to the template.
static bool read_segment(
    struct zig_jpeg_band_header *header, const uint8_t *bytes, size_t length, bool *has_steps)
{
    const uint8_t *content = bytes + 4;
    size_t content_length = length - 4;
    bool is_read = true;
    switch (bytes[1]) {
    case SOF0:
    case SOF1:
        header->height_place = header->template_length + 5;
        is_read = read_frame(header, content, content_length);
        break;
    case DHT:
        is_read = zig_jpeg_band_tables_read(header, content, content_length);
        break;
    case DQT:
        is_read = read_steps(content, content_length, has_steps);
        break;
    case DRI:
        is_read = content_length == 2;
        header->interval = is_read ? (size_t)number_at(content) : 0;
        break;
    default:
        break;
    }
    return is_read && append(header, bytes, length);
}

// Reads the segments up to the first scan, and copies the segments that bands need. `segment` has room for one
// segment. Returns the length of the scan header in `segment`, or 0.
static size_t read_segments(struct zig_jpeg_band_header *header, uint8_t *segment, bool *has_steps)
{
    int descriptor = header->descriptor;
    off_t place = 2;
    if (zig_read_at(descriptor, segment, 2, 0) != 2 || segment[0] != 0xFF || segment[1] != SOI
        || !append(header, segment, 2))
        return 0;
    for (int i = 0; i < MOST_SEGMENTS; i++) {
        if (zig_read_at(descriptor, segment, 4, place) != 4 || segment[0] != 0xFF) return 0;
        int marker = segment[1];
        if (marker == 0xFF) {
            // Fill bytes may precede a marker.
            place++;
            continue;
        }
        int size = number_at(segment + 2);
        if (size < 2) return 0;
        size_t length = 2 + (size_t)size;
        if (marker == SOS || is_needed(marker)) {
            if (zig_read_at(descriptor, segment, length, place) != (ssize_t)length) return 0;
        } else if (!is_ignored(marker)) {
            return 0;
        }
        place += (off_t)length;
        header->data = place;
        if (marker == SOS) return length;
        if (is_needed(marker) && !read_segment(header, segment, length, has_steps)) return 0;
    }
    return 0;
}

// Reads the header with a buffer for one segment.
static bool read_header(struct zig_jpeg_band_header *header, uint8_t *segment)
{
    bool has_steps[TABLES] = {false};
    size_t length = read_segments(header, segment, has_steps);
    // The scan header has at most 14 bytes.
    return length > 4 && read_scan(header, segment + 4, length - 4) && measure(header)
        && has_tables(header, has_steps) && header->template_length <= LONGEST_TEMPLATE - length
        && zig_jpeg_band_tables_extend(header) && append(header, segment, length);
}

bool zig_jpeg_band_header_read(struct zig_jpeg_band_header *header, int descriptor)
{
    header->descriptor = descriptor;
    header->template = malloc(LONGEST_TEMPLATE + LONGEST_ADDED_TABLES);
    uint8_t *segment = malloc(LONGEST_SEGMENT);
    bool is_read = header->template != NULL && segment != NULL && read_header(header, segment);
    free(segment);
    return is_read;
}
