// The scans of a progressive JPEG. Those of the higher coefficients of a component change no others, so that each
// component has a thread.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

// The DC coefficients of all components, which one thread reads.
#define ZIG_JPEG_FIRST_COEFFICIENTS (-1)

struct zig_jpeg_scan {
    // From its start-of-scan marker to the next marker, in bytes of the file.
    off_t start, end;
    // The index of the component whose AC coefficients it has, or ZIG_JPEG_FIRST_COEFFICIENTS.
    int component;
};

struct zig_jpeg_scans {
    struct zig_jpeg_scan *list;
    int count;
};

// Finds the scans without decoding them. Returns whether the file has all bits of all coefficients, in an order without
// errors, and an end marker; files without are for libjpeg to interpret, as a whole. The caller frees the list in both
// cases. Source: ITU-T T.81, B.1.1.2, B.2.3, G.1.1.1.
bool zig_jpeg_scans_find(struct zig_jpeg_scans *scans, int descriptor);
