// JPEG XL through libjxl. libjxl is loaded when the first JPEG XL file is opened.
#pragma once
#include <stddef.h>
#include <stdint.h>

// An open file. The caller keeps the file's descriptor open as long as the file is in use.
typedef struct zig_jxl zig_jxl;

// Reads the header. Returns NULL if the header is damaged or truncated, or if libjxl is not found.
zig_jxl *_Nullable zig_jxl_open(int descriptor, int thread_count);
void zig_jxl_close(zig_jxl *_Nonnull file);

typedef struct {
    // The size after the rotation and mirroring that the file states.
    uint32_t width, height;
    // The number of samples of a colour: 1 (grey) or 3 (RGB).
    int colours;
    int has_alpha;
    // The bits of a colour sample, and the number of exponent bits among them; 0 for integers.
    int bits, exponent_bits;
    int is_animated;
    // Whether the image has a black channel, and so inks instead of RGB.
    int has_black;
    // Whether samples are linear light.
    int is_linear;
    // Whether samples are stored in the colour space of the profile, as in lossless files.
    int is_lossless;
} zig_jxl_header;

zig_jxl_header zig_jxl_get_header(const zig_jxl *_Nonnull file);
// The colour profile of the decoded samples; NULL for sRGB. The profile is valid as long as the file is open.
const uint8_t *_Nullable zig_jxl_get_profile(const zig_jxl *_Nonnull file, size_t *_Nonnull length);

typedef enum { ZIG_JXL_MORE, ZIG_JXL_DONE, ZIG_JXL_TRUNCATED, ZIG_JXL_DAMAGED } zig_jxl_status;

// Starts decoding to samples of 1 byte, or of 2 bytes in the byte order of the machine. Alpha follows the
// colours, which are not multiplied by alpha. `pixels` has room for the whole image, and must stay valid
// during decoding.
zig_jxl_status zig_jxl_start(zig_jxl *_Nonnull file, int sample_bytes, void *_Nonnull pixels, size_t size);
// Reads a part of the file, and decodes as many pixels as the part allows, on all threads.
zig_jxl_status zig_jxl_continue(zig_jxl *_Nonnull file);
