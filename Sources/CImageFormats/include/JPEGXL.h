// JPEG XL through libjxl. It is loaded when the first such file is opened.
#pragma once
#include <stddef.h>
#include <stdint.h>

// An open file. It reads from a descriptor, which has to outlive it.
typedef struct zig_jxl zig_jxl;

// Reads the header. NULL if it is damaged or truncated, or if libjxl is not found.
zig_jxl *_Nullable zig_jxl_open(int descriptor, int thread_count);
void zig_jxl_close(zig_jxl *_Nonnull file);

typedef struct {
    // After the rotation and mirroring that the file states.
    uint32_t width, height;
    // Samples of a colour: 1 (grey) or 3 (RGB).
    int colours;
    int has_alpha;
    // Bits of a colour sample, and those of them that are the exponent; 0 for whole numbers.
    int bits, exponent_bits;
    int is_animated;
    // Whether there are inks.
    int has_black;
    // Whether samples are amounts of light.
    int is_linear;
    // Whether samples are stored in the colours of the profile, as in lossless files.
    int is_lossless;
} zig_jxl_header;

zig_jxl_header zig_jxl_get_header(const zig_jxl *_Nonnull file);
// The colour profile of decoded samples, which belongs to the file; NULL for sRGB.
const uint8_t *_Nullable zig_jxl_get_profile(const zig_jxl *_Nonnull file, size_t *_Nonnull length);

typedef enum { ZIG_JXL_MORE, ZIG_JXL_DONE, ZIG_JXL_TRUNCATED, ZIG_JXL_DAMAGED } zig_jxl_status;

// Starts decoding to samples of 1 or 2 bytes, the latter in the byte order of the machine. Alpha follows the
// colours, which are not multiplied by it. `pixels` has room for the image, and has to outlive the decoding.
zig_jxl_status zig_jxl_start(zig_jxl *_Nonnull file, int sample_bytes, void *_Nonnull pixels, size_t size);
// Reads a part of the file and decodes as much as it allows, on all threads.
zig_jxl_status zig_jxl_continue(zig_jxl *_Nonnull file);
