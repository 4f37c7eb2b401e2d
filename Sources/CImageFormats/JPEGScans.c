#include "JPEGManagers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "FileReading.h"

#define MOST_COMPONENTS 4
#define COEFFICIENTS 64

enum {
    SOF2 = 0xC2, DHT = 0xC4, RST0 = 0xD0, RST7 = 0xD7, SOI = 0xD8, EOI = 0xD9, SOS = 0xDA, DQT = 0xDB, DRI = 0xDD,
    APP0 = 0xE0, APP15 = 0xEF, COM = 0xFE
};

struct search {
    int descriptor;
    // The offset in the file of the first byte in the buffer.
    off_t offset;
    size_t next, count;
    uint8_t buffer[65536];
    int component_count;
    uint8_t identifiers[MOST_COMPONENTS];
    // The lowest known bit of each coefficient; -1 if no bit is known.
    int8_t bits[MOST_COMPONENTS][COEFFICIENTS];
};

static bool fill(struct search *search)
{
    search->offset += (off_t)search->count;
    search->next = search->count = 0;
    ssize_t count = zig_read_at(search->descriptor, search->buffer, sizeof search->buffer, search->offset);
    if (count > 0) search->count = (size_t)count;
    return count > 0;
}

static off_t position(const struct search *search)
{
    return search->offset + (off_t)search->next;
}

// Returns the next byte, or -1 at the end of the file.
static int take(struct search *search)
{
    return search->next < search->count || fill(search) ? search->buffer[search->next++] : -1;
}

// Returns the next marker, or -1 if other bytes come first.
static int take_marker(struct search *search)
{
    if (take(search) != 0xFF) return -1;
    int code;
    do
        code = take(search);
    while (code == 0xFF);
    return code;
}

// Reads a segment of at most 255 bytes. Returns its length, or -1.
static int take_segment(struct search *search, uint8_t *bytes)
{
    int high = take(search), low = take(search);
    if (high != 0 || low < 2) return -1;
    for (int i = 0; i < low - 2; i++) {
        int byte = take(search);
        if (byte < 0) return -1;
        bytes[i] = (uint8_t)byte;
    }
    return low - 2;
}

static bool skip_segment(struct search *search)
{
    int high = take(search), low = take(search);
    int rest = high << 8 | low;
    if (high < 0 || low < 0 || rest < 2) return false;
    for (rest -= 2; rest > 0; rest--)
        if (take(search) < 0) return false;
    return true;
}

// Moves to the marker after the data of a scan.
static bool skip_data(struct search *search)
{
    for (;;) {
        if (search->next == search->count && !fill(search)) return false;
        const uint8_t *start = search->buffer + search->next;
        const uint8_t *found = memchr(start, 0xFF, search->count - search->next);
        if (found == NULL) {
            search->next = search->count;
            continue;
        }
        search->next = (size_t)(found - search->buffer) + 1;
        int code = take(search);
        if (code < 0) return false;
        if (code == 0 || (code >= RST0 && code <= RST7)) continue;
        // Moves back to the start of the marker, which may be in the previous buffer.
        search->offset = position(search) - 2;
        search->next = search->count = 0;
        return true;
    }
}

// Reads the frame header: precision, height, width, and three bytes for each component.
static bool read_frame(struct search *search)
{
    uint8_t bytes[255];
    int length = take_segment(search, bytes);
    if (length < 6 || search->component_count != 0) return false;
    search->component_count = bytes[5];
    if (search->component_count < 1 || search->component_count > MOST_COMPONENTS
        || length != 6 + 3 * search->component_count)
        return false;
    for (int i = 0; i < search->component_count; i++)
        search->identifiers[i] = bytes[6 + 3 * i];
    memset(search->bits, -1, sizeof search->bits);
    return true;
}

static int component_index(const struct search *search, uint8_t identifier)
{
    for (int i = 0; i < search->component_count; i++)
        if (search->identifiers[i] == identifier) return i;
    return -1;
}

// Records the bits of a scan. Returns whether the bits follow the known bits.
static bool note(struct search *search, int component, int first, int last, int high, int low)
{
    for (int i = first; i <= last; i++) {
        int8_t *known = &search->bits[component][i];
        bool follows = *known < 0 ? high == 0 : high == *known && low == high - 1;
        if (!follows) return false;
        *known = (int8_t)low;
    }
    return true;
}

// Reads the header of a scan: two bytes for each component, the range of coefficients, and the range of bits.
static bool read_scan(struct search *search, struct zig_jpeg_scan *scan)
{
    uint8_t bytes[255];
    int length = take_segment(search, bytes);
    if (length < 1) return false;
    int count = bytes[0];
    if (count < 1 || count > search->component_count || length != 4 + 2 * count) return false;
    int first = bytes[length - 3], last = bytes[length - 2], high = bytes[length - 1] >> 4, low = bytes[length - 1] & 15;
    bool is_first = first == 0;
    if (is_first ? last != 0 : last < first || last >= COEFFICIENTS || count != 1) return false;
    for (int i = 0; i < count; i++) {
        scan->component = component_index(search, bytes[1 + 2 * i]);
        if (scan->component < 0 || !note(search, scan->component, first, last, high, low)) return false;
    }
    if (is_first) scan->component = ZIG_JPEG_FIRST_COEFFICIENTS;
    return true;
}

static bool is_complete(const struct search *search)
{
    for (int component = 0; component < search->component_count; component++)
        for (int i = 0; i < COEFFICIENTS; i++)
            if (search->bits[component][i] != 0) return false;
    return search->component_count > 0;
}

static bool find(struct search *search, struct zig_jpeg_scans *scans)
{
    if (take_marker(search) != SOI) return false;
    for (;;) {
        off_t start = position(search);
        int marker = take_marker(search);
        switch (marker) {
        case EOI:
            return is_complete(search);
        case SOF2:
            if (!read_frame(search)) return false;
            break;
        case SOS: {
            if (scans->count == ZIG_JPEG_MOST_SCANS) return false;
            struct zig_jpeg_scan *scan = &scans->list[scans->count++];
            if (!read_scan(search, scan) || !skip_data(search)) return false;
            scan->start = start;
            scan->end = position(search);
            break;
        }
        case DQT:
            // A component uses the quantization table that is valid in its first scan.
            if (scans->count > 0 || !skip_segment(search)) return false;
            break;
        case DHT:
        case DRI:
        case COM:
        case APP0 ... APP15:
            if (!skip_segment(search)) return false;
            break;
        default:
            return false;
        }
    }
}

bool zig_jpeg_scans_find(struct zig_jpeg_scans *scans, int descriptor)
{
    *scans = (struct zig_jpeg_scans){.list = calloc(ZIG_JPEG_MOST_SCANS, sizeof *scans->list)};
    struct search *search = calloc(1, sizeof *search);
    if (search != NULL) search->descriptor = descriptor;
    bool is_found = search != NULL && scans->list != NULL && find(search, scans);
    free(search);
    return is_found;
}

static bool has_many_scans(struct search *search)
{
    int scan_count = 0;
    while (scan_count <= ZIG_JPEG_MOST_SCANS) {
        int code = take_marker(search);
        if (code == SOI) continue;
        if (code < 0 || code == EOI || !skip_segment(search)) return false;
        if (code == SOS) {
            scan_count++;
            if (!skip_data(search)) return scan_count > ZIG_JPEG_MOST_SCANS;
        }
    }
    return true;
}

int zig_jpeg_has_many_scans(int descriptor)
{
    struct search *search = calloc(1, sizeof *search);
    if (search == NULL) return 0;
    search->descriptor = descriptor;
    bool result = has_many_scans(search);
    free(search);
    return result;
}
