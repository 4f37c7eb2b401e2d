#include "HEIFPlanes.h"

// The number of pixels in a block. The samples of a block fit into the processor's cache.
#define BLOCK 512

// Reads samples of a plane. Outside the plane, its last column and row are repeated.
static void load(const zig_heif_plane *plane, int y, int x, int count, int *values)
{
    const uint8_t *narrow = plane->samples + (y < plane->height ? y : plane->height - 1) * plane->stride;
    const uint16_t *wide = (const uint16_t *)(const void *)narrow;
    int inside = plane->width - x;
    inside = inside < 0 ? 0 : inside > count ? count : inside;
    if (plane->bits > 8)
        for (int i = 0; i < inside; i++) values[i] = wide[x + i];
    else
        for (int i = 0; i < inside; i++) values[i] = narrow[x + i];
    int last = plane->width - 1;
    for (int i = inside; i < count; i++) values[i] = plane->bits > 8 ? wide[last] : narrow[last];
}

// Scales samples to the range from 0 to `most`. Limited-range luminance uses 220 of 256 values.
static void spread(int *values, int count, int bits, int is_full_range, int most)
{
    int64_t first = is_full_range ? 0 : 16 << (bits - 8);
    int64_t range = is_full_range ? (1 << bits) - 1 : 219 << (bits - 8);
    if (first == 0 && range == most) return;
    for (int i = 0; i < count; i++) {
        int64_t value = ((values[i] - first) * most + range / 2) / range;
        values[i] = value < 0 ? 0 : value > most ? most : (int)value;
    }
}

static void store(const int *values, int count, int band, int bands, int sample_bytes, void *output)
{
    uint8_t *narrow = (uint8_t *)output + band;
    uint16_t *wide = (uint16_t *)output + band;
    if (sample_bytes == 1)
        for (int i = 0; i < count; i++) narrow[i * bands] = (uint8_t)values[i];
    else
        for (int i = 0; i < count; i++) wide[i * bands] = (uint16_t)values[i];
}

static void copy_block(const zig_heif *file, int y, int x, int count, int colours, int sample_bytes, void *output)
{
    int values[BLOCK];
    int most = sample_bytes == 1 ? 255 : 65535;
    int bands = colours + (file->header.has_alpha ? 1 : 0);
    if (bands > colours) {
        for (int i = 0; i < count; i++) values[i] = most;
        if (file->alpha.samples) {
            load(&file->alpha, y, x, count, values);
            spread(values, count, file->alpha.bits, 1, most);
        }
        store(values, count, colours, bands, sample_bytes, output);
    }
    for (int index = 0; index < colours; index++) {
        const zig_heif_plane *plane = &file->planes[file->plane_count == 1 ? 0 : index];
        load(plane, y, x, count, values);
        spread(values, count, plane->bits, file->is_full_range, most);
        store(values, count, index, bands, sample_bytes, output);
    }
}

void zig_heif_copy_row(const zig_heif *file, int y, int x, int count, int colours, int sample_bytes, void *output)
{
    int pixel_bytes = (colours + (file->header.has_alpha ? 1 : 0)) * sample_bytes;
    for (int done = 0; done < count; done += BLOCK)
        copy_block(file, y, x + done, count - done < BLOCK ? count - done : BLOCK, colours, sample_bytes,
                   (uint8_t *)output + (ptrdiff_t)done * pixel_bytes);
}
