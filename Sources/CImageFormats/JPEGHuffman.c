#include "JPEGHuffman.h"

#include <jerror.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "JPEGBlocks.h"

// The symbols of a table, and a reserved symbol, because no code may consist of ones only.
#define SYMBOLS 257
#define RESERVED 256
#define LONGEST_CODE 16
// The longest code before codes are shortened.
#define LONGEST_FIRST_CODE 32
// The most bits of a coefficient of 8-bit samples. The difference of two coefficients has one bit more.
#define MOST_BITS 10
#define END_OF_BLOCK 0x00
#define SIXTEEN_ZEROS 0xF0

// The position of each frequency in file order, and the frequency at each position. Source: ITU-T T.81,
// figure A.6.
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

// Bit n is set if coefficient n is not zero.
static uint64_t nonzero(const JCOEF *block)
{
    uint64_t zeros = 0;
#if defined(__SSE2__)
    for (int i = 0; i < DCTSIZE2; i += 16) {
        const __m128i *eight = (const __m128i *)(block + i), none = _mm_setzero_si128();
        __m128i first = _mm_cmpeq_epi16(_mm_loadu_si128(eight), none);
        __m128i second = _mm_cmpeq_epi16(_mm_loadu_si128(eight + 1), none);
        zeros |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_packs_epi16(first, second)) << i;
    }
#else
    for (int i = 0; i < DCTSIZE2; i++)
        zeros |= (uint64_t)(block[i] == 0) << i;
#endif
    return ~zeros;
}

// Counts the symbols of all coefficients but the first. Source: ITU-T T.81, F.1.2.2.
static void count_block(j_compress_ptr compressor, const JCOEF *block, long *counts)
{
    // Bit n is set if the coefficient at position n is not zero.
    uint64_t present = 0;
    for (uint64_t left = nonzero(block) & ~(uint64_t)1; left != 0; left &= left - 1)
        present |= (uint64_t)1 << position_of[__builtin_ctzll(left)];
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

// Counts the symbols of a component in file order. If the image does not fill an MCU, the compressor adds
// blocks that repeat the previous block. Source: ITU-T T.81, A.2.3.
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

// A heap of trees. The lightest tree comes first; of equally light trees, the tree of the largest symbol.
typedef struct {
    uint64_t keys[SYMBOLS];
    int count;
} tree_heap;

static uint64_t key_of(long weight, int tree)
{
    return (uint64_t)weight * SYMBOLS + (uint64_t)(SYMBOLS - 1 - tree);
}

static int tree_of(uint64_t key)
{
    return SYMBOLS - 1 - (int)(key % SYMBOLS);
}

static long weight_of(uint64_t key)
{
    return (long)(key / SYMBOLS);
}

// Replaces the first key by another key.
static void replace_first(tree_heap *heap, uint64_t key)
{
    int place = 0;
    while (2 * place + 1 < heap->count) {
        int child = 2 * place + 1;
        if (child + 1 < heap->count && heap->keys[child + 1] < heap->keys[child])
            child++;
        if (heap->keys[child] >= key)
            break;
        heap->keys[place] = heap->keys[child];
        place = child;
    }
    heap->keys[place] = key;
}

static void add(tree_heap *heap, uint64_t key)
{
    int place = heap->count++;
    for (; place > 0 && heap->keys[(place - 1) / 2] > key; place = (place - 1) / 2)
        heap->keys[place] = heap->keys[(place - 1) / 2];
    heap->keys[place] = key;
}

// Computes the code lengths of an optimal tree. Source: ITU-T T.81, figure K.1.
static void find_lengths(const long *counts, int *lengths)
{
    // The next symbol in the tree of a symbol. The first symbol identifies a tree.
    int next[SYMBOLS];
    tree_heap heap = {.count = 0};
    for (int i = 0; i < SYMBOLS; i++) {
        lengths[i] = 0;
        next[i] = -1;
        long weight = i == RESERVED ? 1 : counts[i];
        if (weight != 0)
            add(&heap, key_of(weight, i));
    }
    while (heap.count > 1) {
        uint64_t first = heap.keys[0];
        replace_first(&heap, heap.keys[--heap.count]);
        uint64_t second = heap.keys[0];
        replace_first(&heap, key_of(weight_of(first) + weight_of(second), tree_of(first)));
        int end = tree_of(first);
        for (int i = end; i >= 0; i = next[i]) {
            lengths[i]++;
            end = i;
        }
        next[end] = tree_of(second);
        for (int i = next[end]; i >= 0; i = next[i])
            lengths[i]++;
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
    // Removes the code of the reserved symbol.
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
