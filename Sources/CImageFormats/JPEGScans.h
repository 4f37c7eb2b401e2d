// The scans of a progressive JPEG. Scans of the AC coefficients of a component change no other coefficients,
// so one thread can read them.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

// The DC coefficients of all components, which one thread reads.
#define ZIG_JPEG_FIRST_COEFFICIENTS (-1)

struct zig_jpeg_scan {
    // The offsets in the file of the start-of-scan marker, and of the next marker after the scan.
    off_t start, end;
    // The index of the component whose AC coefficients the scan contains, or ZIG_JPEG_FIRST_COEFFICIENTS.
    int component;
};

struct zig_jpeg_scans {
    struct zig_jpeg_scan *list;
    int count;
};

// Finds the scans without decoding them. Returns whether the file has an end marker and, in a valid order,
// all bits of all coefficients. libjpeg has to read other files as a whole. In both cases, the caller frees
// the list. Source: ITU-T T.81, B.1.1.2, B.2.3, G.1.1.1.
bool zig_jpeg_scans_find(struct zig_jpeg_scans *scans, int descriptor);
