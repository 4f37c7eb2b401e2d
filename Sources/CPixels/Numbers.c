#include "CPixels.h"

#include <math.h>
#include <string.h>

// Results must not depend on fused operations, which only some processors have.
#pragma STDC FP_CONTRACT OFF

// Source: IEEE 754, 3.4.
static float from_half(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float value = exponent == 0 ? ldexpf((float)fraction, -24)
        : exponent < 31 ? ldexpf((float)(1024 + fraction), exponent - 25)
        : fraction == 0 ? INFINITY : NAN;
    return bits & 0x8000 ? -value : value;
}

void zig_number_row(const void *row, int step, float *output, int output_step, int count, zig_number kind)
{
#define CONVERT(type, conversion) \
    for (ptrdiff_t i = 0; i < count; i++) output[i * output_step] = conversion(((const type *)row)[i * step])
    switch (kind) {
    case ZIG_HALF: CONVERT(uint16_t, from_half); break;
    case ZIG_SINGLE: CONVERT(float, (float)); break;
    case ZIG_DOUBLE: CONVERT(double, (float)); break;
    case ZIG_INT16:
        // The compiler uses vector instructions only for steps that it knows.
        if (step == 1 && output_step == 1)
            for (ptrdiff_t i = 0; i < count; i++) output[i] = ((const int16_t *)row)[i];
        else
            CONVERT(int16_t, (float));
        break;
    case ZIG_INT32: CONVERT(int32_t, (float)); break;
    case ZIG_UINT32: CONVERT(uint32_t, (float)); break;
    }
#undef CONVERT
}

#if defined(__SSE2__)
#include <emmintrin.h>

// Replaces bytes by the sums of all bytes up to them. Returns how many bytes it has summed.
static ptrdiff_t sum_vectors(const uint8_t *row, uint8_t *sums, ptrdiff_t length)
{
    __m128i carry = _mm_setzero_si128();
    ptrdiff_t i = 0;
    for (; i + 16 <= length; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(row + i));
        bytes = _mm_add_epi8(bytes, _mm_slli_si128(bytes, 1));
        bytes = _mm_add_epi8(bytes, _mm_slli_si128(bytes, 2));
        bytes = _mm_add_epi8(bytes, _mm_slli_si128(bytes, 4));
        bytes = _mm_add_epi8(bytes, _mm_slli_si128(bytes, 8));
        _mm_storeu_si128((__m128i *)(sums + i), _mm_add_epi8(bytes, carry));
        // Copies the last sum to all bytes. Only the last addition waits for the bytes before.
        __m128i last = _mm_srli_si128(bytes, 15);
        last = _mm_unpacklo_epi8(last, last);
        last = _mm_shufflelo_epi16(last, 0);
        carry = _mm_add_epi8(carry, _mm_unpacklo_epi64(last, last));
    }
    return i;
}

// Joins the bytes of numbers with four bytes. Returns how many numbers it has joined.
static ptrdiff_t join_vectors(const uint8_t *planes, uint8_t *row, ptrdiff_t count)
{
    ptrdiff_t i = 0;
    for (; i + 16 <= count; i += 16) {
        __m128i plane[4];
        for (int k = 0; k < 4; k++) plane[k] = _mm_loadu_si128((const __m128i *)(planes + k * count + i));
        __m128i lower[2] = {_mm_unpacklo_epi8(plane[3], plane[2]), _mm_unpackhi_epi8(plane[3], plane[2])};
        __m128i upper[2] = {_mm_unpacklo_epi8(plane[1], plane[0]), _mm_unpackhi_epi8(plane[1], plane[0])};
        __m128i *target = (__m128i *)(row + 4 * i);
        for (int k = 0; k < 2; k++) {
            _mm_storeu_si128(target + 2 * k, _mm_unpacklo_epi16(lower[k], upper[k]));
            _mm_storeu_si128(target + 2 * k + 1, _mm_unpackhi_epi16(lower[k], upper[k]));
        }
    }
    return i;
}
#else
static ptrdiff_t sum_vectors(const uint8_t *row, uint8_t *sums, ptrdiff_t length)
{
    (void)row, (void)sums, (void)length;
    return 0;
}

static ptrdiff_t join_vectors(const uint8_t *planes, uint8_t *row, ptrdiff_t count)
{
    (void)planes, (void)row, (void)count;
    return 0;
}
#endif

// The compiler generates a loop for each constant.
static inline __attribute__((always_inline)) void join_bytes(
    const uint8_t *restrict planes, uint8_t *restrict row, ptrdiff_t first, ptrdiff_t count, int bytes)
{
    for (ptrdiff_t i = first; i < count; i++)
        for (int byte = 0; byte < bytes; byte++)
            row[i * bytes + byte] = planes[(bytes - 1 - byte) * count + i];
}

void zig_undo_float_predictor(uint8_t *row, uint8_t *scratch, int count, int distance, int bytes)
{
    ptrdiff_t length = (ptrdiff_t)count * bytes;
    ptrdiff_t first = distance == 1 ? sum_vectors(row, scratch, length) : 0;
    for (ptrdiff_t i = first; i < length; i++)
        scratch[i] = (uint8_t)(row[i] + (i < distance ? 0 : scratch[i - distance]));
    switch (bytes) {
    case 2: join_bytes(scratch, row, 0, count, 2); break;
    case 4: join_bytes(scratch, row, join_vectors(scratch, row, count), count, 4); break;
    default: join_bytes(scratch, row, 0, count, 8); break;
    }
}

// Multiplies, adds and cuts off the fraction. Numbers outside 0 to `most` are clipped; NaN becomes 0.
#define STRETCH(most, type) \
    for (int i = 0; i < count; i++) { \
        float value = factor * (float)row[i] + offset; \
        value = value > 0 ? value : 0; \
        value = value < (most) ? value : (most); \
        output[i] = (type)(int)value; \
    }

void zig_stretch_row(const float *restrict row, uint8_t *restrict output, int count, float factor, float offset)
{
    STRETCH(255.0f, uint8_t)
}

void zig_stretch_to_wide(const float *restrict row, uint16_t *restrict output, int count, float factor, float offset)
{
    STRETCH(65535.0f, uint16_t)
}

void zig_stretch_wide_row(
    const uint16_t *restrict row, uint8_t *restrict output, int count, float factor, float offset)
{
    STRETCH(255.0f, uint8_t)
}

void zig_stretch_wide(const uint16_t *restrict row, uint16_t *restrict output, int count, float factor, float offset)
{
    STRETCH(65535.0f, uint16_t)
}

void zig_light_row(const float *row, uint8_t *output, int count, float factor, float offset, const float *encoded, int sample_bytes)
{
    float most = sample_bytes == 1 ? 255 : 65535;
    for (int i = 0; i < count; i++, row += 3, output += 3 * sample_bytes) {
        uint16_t samples[3] = {0, 0, 0};
        float light[3];
        for (int band = 0; band < 3; band++)
            light[band] = factor * row[band] + offset;
        // As in libvips, a pixel with NaN is black.
        if (!isnan(light[0]) && !isnan(light[1]) && !isnan(light[2]))
            for (int band = 0; band < 3; band++) {
                float place = light[band] * most;
                place = place > 0 ? place : 0;
                place = place < most ? place : most;
                int lower = (int)place;
                float start = encoded[lower], end = encoded[lower + 1];
                samples[band] = (uint16_t)rintf(start + (end - start) * (place - (float)lower));
            }
        for (int band = 0; band < 3; band++)
            if (sample_bytes == 1)
                output[band] = (uint8_t)samples[band];
            else
                memcpy(output + 2 * band, samples + band, 2);
    }
}

// The order of these numbers is the order of floating-point numbers with the same bits.
static inline int32_t ordered(int32_t bits)
{
    return bits ^ (bits >> 31 & INT32_MAX);
}

int zig_scan_numbers(const float *row, int count, float missing, float *least, float *most)
{
    const int32_t infinity = 0x7f800000;
    // Reductions of integers use vector instructions.
    int32_t low = INT32_MAX, high = INT32_MIN, valid = 0;
    for (int i = 0; i < count; i++) {
        int32_t bits;
        memcpy(&bits, row + i, sizeof bits);
        // All bits are set if the number counts.
        int32_t counts = -(int32_t)(((bits & infinity) != infinity) & (row[i] != missing));
        int32_t number = ordered(bits);
        int32_t lower = (number & counts) | (INT32_MAX & ~counts);
        int32_t upper = (number & counts) | (INT32_MIN & ~counts);
        low = lower < low ? lower : low;
        high = upper > high ? upper : high;
        valid -= counts;
    }
    if (valid > 0) {
        low = ordered(low);
        high = ordered(high);
        memcpy(least, &low, sizeof low);
        memcpy(most, &high, sizeof high);
    }
    return valid;
}

int zig_scan_wide_numbers(const uint16_t *row, int count, float missing, float *least, float *most)
{
    // Signed numbers have more vector instructions.
    int16_t low = INT16_MAX, high = INT16_MIN;
    int valid = 0;
    int32_t left_out = missing >= 0 && missing <= 65535 && missing == floorf(missing) ? (int32_t)missing : -1;
    for (int i = 0; i < count; i++) {
        int counts = row[i] != left_out;
        int16_t number = (int16_t)(row[i] ^ 0x8000);
        int16_t lower = counts ? number : INT16_MAX, upper = counts ? number : INT16_MIN;
        low = lower < low ? lower : low;
        high = upper > high ? upper : high;
        valid += counts;
    }
    if (valid > 0) {
        *least = (float)(low + 32768);
        *most = (float)(high + 32768);
    }
    return valid;
}

#define PICK(counts) \
    int picked = 0; \
    if (valid <= *skipped) { \
        *skipped -= valid; \
        return 0; \
    } \
    if (valid == count) { \
        ptrdiff_t i = *skipped; \
        for (; i < count; i += step) output[picked++] = row[i]; \
        *skipped = i - count; \
        return picked; \
    } \
    for (int i = 0; i < count; i++) \
        if ((counts) && (*skipped)-- == 0) { \
            output[picked++] = row[i]; \
            *skipped = step - 1; \
        } \
    return picked;

int zig_pick_numbers(
    const float *row, int count, int valid, float missing, ptrdiff_t step, ptrdiff_t *skipped, float *output)
{
    PICK(isfinite(row[i]) && row[i] != missing)
}

int zig_pick_wide_numbers(
    const uint16_t *row, int count, int valid, float missing, ptrdiff_t step, ptrdiff_t *skipped, float *output)
{
    PICK((float)row[i] != missing)
}

void zig_sort_numbers(float *numbers, float *scratch, int count)
{
    enum { PASSES = 3, DIGIT = 11, VALUES = 1 << DIGIT };
    static const int shifts[PASSES] = {0, DIGIT, 2 * DIGIT};
    int starts[PASSES][VALUES];
    memset(starts, 0, sizeof starts);
    // Flips bits so that the order of unsigned integers is the order of the numbers.
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, numbers + i, sizeof bits);
        bits ^= bits >> 31 ? UINT32_MAX : UINT32_C(1) << 31;
        memcpy(numbers + i, &bits, sizeof bits);
        for (int pass = 0; pass < PASSES; pass++)
            starts[pass][bits >> shifts[pass] & (VALUES - 1)]++;
    }
    float *from = numbers, *to = scratch;
    for (int pass = 0; pass < PASSES; pass++) {
        for (int value = 0, sum = 0; value < VALUES; value++) {
            int number = starts[pass][value];
            starts[pass][value] = sum;
            sum += number;
        }
        for (int i = 0; i < count; i++) {
            uint32_t bits;
            memcpy(&bits, from + i, sizeof bits);
            memcpy(to + starts[pass][bits >> shifts[pass] & (VALUES - 1)]++, &bits, sizeof bits);
        }
        float *last = from;
        from = to;
        to = last;
    }
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, from + i, sizeof bits);
        bits ^= bits >> 31 ? UINT32_C(1) << 31 : UINT32_MAX;
        memcpy(numbers + i, &bits, sizeof bits);
    }
}

int zig_largest_wide(const uint16_t *row, int count, int missing)
{
    uint16_t largest = 0, left_out = missing >= 0 ? (uint16_t)missing : 0;
    for (int i = 0; i < count; i++) {
        uint16_t sample = row[i] == left_out ? 0 : row[i];
        largest = sample > largest ? sample : largest;
    }
    return largest;
}
