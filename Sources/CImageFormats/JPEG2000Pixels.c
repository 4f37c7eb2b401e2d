#include "JPEG2000.h"

static inline uint16_t look_up(int32_t sample, const zig_jp2_lookup *lookup)
{
    int64_t value = (int64_t)sample + lookup->offset;
    int64_t last = (int64_t)lookup->table_size - 1;
    return lookup->table[value < 0 ? 0 : value > last ? last : value];
}

// The index of a pixel's sample, for a component with fewer samples than pixels.
static inline uint32_t place(uint32_t pixel, uint32_t width, const zig_jp2_lookup *lookup)
{
    int64_t position = (int64_t)lookup->first + pixel;
    if (position < 0) return 0;
    uint64_t sample = (uint64_t)position / lookup->step;
    return sample < width ? (uint32_t)sample : width - 1;
}

void zig_jp2_look_up(const int32_t *samples, uint32_t width, const zig_jp2_lookup *lookup, void *output,
                     uint32_t count, uint32_t stride, int sample_bytes)
{
    uint8_t *narrow = output;
    uint16_t *wide = output;
    int is_direct = lookup->step == 1 && lookup->first == 0 && count <= width;
    if (is_direct && sample_bytes == 1) {
        for (uint32_t i = 0; i < count; i++) narrow[i * stride] = (uint8_t)look_up(samples[i], lookup);
    } else if (is_direct) {
        for (uint32_t i = 0; i < count; i++) wide[i * stride] = look_up(samples[i], lookup);
    } else {
        for (uint32_t i = 0; i < count; i++) {
            uint16_t value = look_up(samples[place(i, width, lookup)], lookup);
            if (sample_bytes == 1)
                narrow[i * stride] = (uint8_t)value;
            else
                wide[i * stride] = value;
        }
    }
}

static inline int limited(int64_t value, int most)
{
    return value < 0 ? 0 : value > most ? most : (int)value;
}

// The factors of the conversion, as fixed-point numbers with 16 fractional bits.
enum { RED_OF_CR = 91881, GREEN_OF_CB = -22554, GREEN_OF_CR = -46802, BLUE_OF_CB = 116130 };

static inline void convert(int y, int cb, int cr, int most, int rgb[3])
{
    const int64_t half = 1 << 15;
    cb -= (most + 1) / 2;
    cr -= (most + 1) / 2;
    rgb[0] = limited(y + (((int64_t)RED_OF_CR * cr + half) >> 16), most);
    rgb[1] = limited(y + (((int64_t)GREEN_OF_CB * cb + (int64_t)GREEN_OF_CR * cr + half) >> 16), most);
    rgb[2] = limited(y + (((int64_t)BLUE_OF_CB * cb + half) >> 16), most);
}

void zig_jp2_ycc_to_rgb(void *pixels, uint32_t count, uint32_t stride, int sample_bytes)
{
    int rgb[3];
    if (sample_bytes == 1) {
        for (uint8_t *pixel = pixels; count > 0; count--, pixel += stride) {
            convert(pixel[0], pixel[1], pixel[2], 255, rgb);
            for (int i = 0; i < 3; i++) pixel[i] = (uint8_t)rgb[i];
        }
    } else {
        for (uint16_t *pixel = pixels; count > 0; count--, pixel += stride) {
            convert(pixel[0], pixel[1], pixel[2], 65535, rgb);
            for (int i = 0; i < 3; i++) pixel[i] = (uint16_t)rgb[i];
        }
    }
}
