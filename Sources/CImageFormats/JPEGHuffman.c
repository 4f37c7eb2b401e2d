#include "JPEGHuffman.h"

#include <jerror.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "JPEGBlocks.h"

// The symbols of a table, and one that is reserved: no code consists of ones only.
#define SYMBOLS 257
#define RESERVED 256
#define LONGEST_CODE 16
// Codes before they are shortened.
#define LONGEST_FIRST_CODE 32
// The most bits of a coefficient of 8-bit samples, and of a difference of two.
#define MOST_BITS 10
#define END_OF_BLOCK 0x00
#define SIXTEEN_ZEROS 0xF0

// The position of each frequency in the order of the file, and the other way round. Source: ITU-T T.81, figure A.6.
static const uint8_t position_of[DCTSIZE2] = {
    0,  1,  5,  6,  14, 15, 27, 28, 2,  4,  7,  13, 16, 26, 29, 42, 3,  8,  12, 17, 25, 30,
    41, 43, 9,  11, 18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38,
    46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63};
static const uint8_t frequency_at[DCTSIZE2] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

static int bits_of(j_compress_ptr compressor, int value, int most)
{
    unsigned magnitude = (unsigned)abs(value);
    int bits = magnitude == 0 ? 0 : 32 - __builtin_clz(magnitude);
    if (bits > most)
        ERREXIT(compressor, JERR_BAD_DCT_COEF);
    return bits;
}

// Counts the symbols of all coefficients but the first. Source: ITU-T T.81, F.1.2.2.
static void count_block(j_compress_ptr compressor, const JCOEF *block, long *counts)
{
    // Bit n is set if the coefficient at position n is not zero.
    uint64_t present = 0;
    for (int i = 0; i < DCTSIZE2; i += 4) {
        uint64_t four;
        memcpy(&four, block + i, sizeof four);
        if (four == 0)
            continue;
        for (int k = i; k < i + 4; k++)
            present |= (uint64_t)(block[k] != 0) << position_of[k];
    }
    present &= ~(uint64_t)1;
    int last = 0;
    while (present != 0) {
        int position = __builtin_ctzll(present);
        present &= present - 1;
        int zeros = position - last - 1;
        last = position;
        counts[SIXTEEN_ZEROS] += zeros >> 4;
        counts[(zeros & 15) << 4 | bits_of(compressor, block[frequency_at[position]], MOST_BITS)]++;
    }
    if (last != DCTSIZE2 - 1)
        counts[END_OF_BLOCK]++;
}

// Counts the symbols of a component in the order of the file. Where the image does not fill an MCU, the compressor adds
// blocks that repeat the block before. Source: ITU-T T.81, A.2.3.
static void count_component(
    j_compress_ptr compressor, const jpeg_component_info *component, jvirt_barray_ptr blocks, long *first,
    long *others)
{
    int is_alone = compressor->num_components == 1;
    JDIMENSION width = is_alone ? 1 : (JDIMENSION)component->h_samp_factor;
    JDIMENSION height = is_alone ? 1 : (JDIMENSION)component->v_samp_factor;
    int previous = 0;
    for (JDIMENSION top = 0; top < component->height_in_blocks; top += height)
        for (JDIMENSION left = 0; left < component->width_in_blocks; left += width)
            for (JDIMENSION y = top; y < top + height; y++)
                for (JDIMENSION x = left; x < left + width; x++) {
                    if (y >= component->height_in_blocks || x >= component->width_in_blocks) {
                        first[0]++;
                        others[END_OF_BLOCK]++;
                        continue;
                    }
                    const JCOEF *block = blocks->rows[y][x];
                    first[bits_of(compressor, block[0] - previous, MOST_BITS + 1)]++;
                    previous = block[0];
                    count_block(compressor, block, others);
                }
}

// The lengths of the codes of an optimal tree. Source: ITU-T T.81, figure K.1.
static void find_lengths(const long *counts, int *lengths)
{
    // The symbols that occur, in ascending order, and the trees that they are in.
    int symbols[SYMBOLS], next[SYMBOLS], count = 0;
    long weights[SYMBOLS];
    for (int i = 0; i < SYMBOLS; i++) {
        lengths[i] = 0;
        long weight = i == RESERVED ? 1 : counts[i];
        if (weight == 0)
            continue;
        symbols[count] = i;
        next[count] = -1;
        weights[count++] = weight;
    }
    while (1) {
        // The two lightest trees; of equal ones those of larger symbols.
        int a = -1, b = -1;
        for (int i = 0; i < count; i++) {
            if (weights[i] == 0)
                continue;
            if (a < 0 || weights[i] <= weights[a]) {
                b = a;
                a = i;
            } else if (b < 0 || weights[i] <= weights[b]) {
                b = i;
            }
        }
        if (b < 0)
            return;
        weights[a] += weights[b];
        weights[b] = 0;
        int end = a;
        for (int i = a; i >= 0; i = next[i]) {
            lengths[symbols[i]]++;
            end = i;
        }
        next[end] = b;
        for (int i = b; i >= 0; i = next[i])
            lengths[symbols[i]]++;
    }
}

// Makes a table with codes of at most 16 bits. Source: ITU-T T.81, figures K.2 to K.4.
static void make_table(j_compress_ptr compressor, const long *counts, JHUFF_TBL *table)
{
    int lengths[SYMBOLS], counts_of_lengths[LONGEST_FIRST_CODE + 1] = {0};
    find_lengths(counts, lengths);
    for (int i = 0; i < SYMBOLS; i++) {
        if (lengths[i] > LONGEST_FIRST_CODE)
            ERREXIT(compressor, JERR_HUFF_CLEN_OVERFLOW);
        if (lengths[i] > 0)
            counts_of_lengths[lengths[i]]++;
    }
    for (int i = LONGEST_FIRST_CODE; i > LONGEST_CODE; i--)
        while (counts_of_lengths[i] > 0) {
            int j = i - 2;
            while (counts_of_lengths[j] == 0)
                j--;
            counts_of_lengths[i] -= 2;
            counts_of_lengths[i - 1]++;
            counts_of_lengths[j + 1] += 2;
            counts_of_lengths[j]--;
        }
    int longest = LONGEST_CODE;
    while (counts_of_lengths[longest] == 0)
        longest--;
    // The code of the reserved symbol.
    counts_of_lengths[longest]--;
    for (int i = 0; i <= LONGEST_CODE; i++)
        table->bits[i] = (UINT8)counts_of_lengths[i];
    int place = 0;
    for (int length = 1; length <= LONGEST_FIRST_CODE; length++)
        for (int i = 0; i < RESERVED; i++)
            if (lengths[i] == length)
                table->huffval[place++] = (UINT8)i;
    table->sent_table = FALSE;
}

void zig_jpeg_huffman_optimise(j_compress_ptr compressor, jvirt_barray_ptr *arrays)
{
    long first[NUM_HUFF_TBLS][SYMBOLS] = {0}, others[NUM_HUFF_TBLS][SYMBOLS] = {0};
    for (int i = 0; i < compressor->num_components; i++) {
        const jpeg_component_info *component = &compressor->comp_info[i];
        count_component(
            compressor, component, arrays[i], first[component->dc_tbl_no], others[component->ac_tbl_no]);
    }
    for (int i = 0; i < compressor->num_components; i++) {
        const jpeg_component_info *component = &compressor->comp_info[i];
        make_table(
            compressor, first[component->dc_tbl_no], compressor->dc_huff_tbl_ptrs[component->dc_tbl_no]);
        make_table(
            compressor, others[component->ac_tbl_no], compressor->ac_huff_tbl_ptrs[component->ac_tbl_no]);
    }
}
