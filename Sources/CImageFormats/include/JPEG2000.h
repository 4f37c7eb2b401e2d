// Decodes JPEG 2000 codestreams through OpenJPEG, region by region or tile by tile, at any of their
// resolutions.
//
// The boxes around a codestream are not passed to OpenJPEG: it applies palettes to every decoded part again,
// which damages the second part.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define ZIG_JP2_MESSAGE_SIZE 256

// A codestream in a file.
typedef struct zig_jp2 zig_jp2;

// The grid to which all coordinates refer. Source: ITU-T T.800, B.2 and B.3.
typedef struct {
    // The area of the image.
    uint32_t left, top, right, bottom;
    uint32_t tile_left, tile_top, tile_width, tile_height, tiles_across, tiles_down;
    uint32_t components;
    // The number of resolutions of each component, including full resolution.
    uint32_t resolutions;
} zig_jp2_frame;

typedef struct {
    // The number of columns and of rows of the grid that a sample covers.
    uint32_t step_x, step_y;
    uint32_t bits;
    int is_signed;
} zig_jp2_component;

// A decoded part of a component. The position and the size are in samples of the component, at the decoded
// resolution.
typedef struct {
    uint32_t left, top, width, height;
    const int32_t *_Nullable samples;
} zig_jp2_part;

// Reads the header of the codestream in a part of a file. The caller keeps the file open.
//
// reduction: the number of times that both sides are halved. is_strict: whether missing data is an error.
// Returns NULL on failure, with the cause in message (ZIG_JP2_MESSAGE_SIZE bytes).
zig_jp2 *_Nullable zig_jp2_open(int descriptor, uint64_t offset, uint64_t length, int reduction,
                                int is_strict, int thread_count, char *_Nonnull message);
void zig_jp2_close(zig_jp2 *_Nonnull image);

zig_jp2_frame zig_jp2_get_frame(const zig_jp2 *_Nonnull image);
zig_jp2_component zig_jp2_get_component(const zig_jp2 *_Nonnull image, uint32_t number);

// Decodes a region of the grid, in all components. The region may cross tiles. Returns 0, or -1 with the
// cause in zig_jp2_message.
int zig_jp2_decode_region(zig_jp2 *_Nonnull image, uint32_t left, uint32_t top, uint32_t right,
                          uint32_t bottom);
// Decodes a tile by its number. Returns 0, or -1 with the cause in zig_jp2_message.
int zig_jp2_decode_tile(zig_jp2 *_Nonnull image, uint32_t number);
// The part of a component that the last call decoded. If the call failed, samples is NULL. The part is valid
// until the next call.
zig_jp2_part zig_jp2_get_part(const zig_jp2 *_Nonnull image, uint32_t component);
// Frees the samples of all parts.
void zig_jp2_release_parts(zig_jp2 *_Nonnull image);
const char *_Nonnull zig_jp2_message(const zig_jp2 *_Nonnull image);

// The conversion of the samples of a component to one sample of each pixel.
typedef struct {
    // The output sample, of 8 or 16 bits, for each input value.
    const uint16_t *_Nonnull table;
    uint32_t table_size;
    // The number that is added to a sample before the table lookup.
    int32_t offset;
    // Pixel i gets sample (first + i) / step, or the nearest existing sample.
    int32_t first;
    uint32_t step;
} zig_jp2_lookup;

// Writes one sample of each of `count` pixels. samples: a row of a part. stride: the number of samples per
// pixel.
void zig_jp2_look_up(const int32_t *_Nonnull samples, uint32_t width, const zig_jp2_lookup *_Nonnull lookup,
                     void *_Nonnull output, uint32_t count, uint32_t stride, int sample_bytes);
// Converts sYCC, as in JPEG files, to RGB. Source: IEC 61966-2-1, annex G.
void zig_jp2_ycc_to_rgb(void *_Nonnull pixels, uint32_t count, uint32_t stride, int sample_bytes);
