// Extends the index of a file without restart markers: decodes the lengths of the codes, and the DC differences.
#include "JPEGBandBits.h"
#include "JPEGBandPieces.h"

// The largest DC coefficient that the extended tables of a band can code.
#define DC_LIMIT ((1 << LARGEST_CATEGORY) - 1)

// A block of an MCU, and the block after it. After the last block, the first block of the next MCU follows.
struct block {
    const struct block *following;
    // The table of the AC codes, and the table of the start of the following block.
    const struct zig_jpeg_band_entry *next_table, *following_table;
    uint32_t *sum;
    const struct zig_jpeg_band_codes *dc, *ac;
};

static void make_blocks(struct block *blocks, const struct zig_jpeg_bands *bands, uint32_t *sums)
{
    const struct zig_jpeg_band_header *header = &bands->header;
    for (int i = 0; i < header->block_count; i++) {
        int number = header->blocks[i], following = i + 1 < header->block_count ? i + 1 : 0;
        const struct zig_jpeg_band_component *component = &header->components[number];
        blocks[i] = (struct block){
            .following = &blocks[following],
            .next_table = bands->tables[number]->next,
            .following_table = bands->tables[header->blocks[following]]->first,
            .sum = &sums[i],
            .dc = &header->dc[component->dc],
            .ac = &header->ac[component->ac]};
    }
}

// The position in the blocks.
struct place {
    const struct block *block;
    // The table of the next code.
    const struct zig_jpeg_band_entry *table;
    // The index of the next coefficient.
    int index;
    // The number of blocks that are not read completely.
    size_t left;
};

// Moves to an index of the block, or to the following block.
static inline void move(struct place *place, int index, bool is_end)
{
    const struct block *block = place->block, *following = block->following;
    const struct zig_jpeg_band_entry *next_table = block->next_table, *following_table = block->following_table;
    // The processor cannot predict where a block ends. So the code has no branch: the addresses are loaded before
    // the selection. Without this line, the compiler selects first, and loads only one address, but later.
    __asm__("" : "+r"(following), "+r"(next_table), "+r"(following_table));
    place->block = is_end ? following : block;
    place->table = is_end ? following_table : next_table;
    place->index = is_end ? 0 : index;
    place->left -= is_end;
}

// The effect of one code. The index is -1 if the code is invalid.
struct step {
    int length, index, difference;
};

// Reads one code: it is longer than the bits of the fast tables, or invalid, or it may fill the block.
__attribute__((noinline)) static struct step read_code(const struct block *block, int index, uint64_t word)
{
    struct zig_jpeg_band_symbol symbol = zig_jpeg_band_decode(index == 0 ? block->dc : block->ac, word);
    struct step step = {.length = symbol.length + (symbol.symbol & 15)};
    if (symbol.length == 0)
        step.index = -1;
    else if (index > 0)
        step.index = zig_jpeg_band_move(index, zig_jpeg_band_advance(symbol.symbol));
    else
        step = (struct step){step.length, 1, zig_jpeg_band_difference(word, symbol.length, symbol.symbol)};
    return step;
}

// The number of fast lookups after which the bits are filled again. A fill makes 56 bits available.
#define LOOKUPS (56 / FAST_BITS)

bool zig_jpeg_band_scan_blocks(
    const struct zig_jpeg_bands *bands, struct zig_jpeg_band_window *window, struct zig_jpeg_band_state *state,
    size_t count)
{
    // Copies, so that the compiler keeps the members in registers.
    struct zig_jpeg_band_bits bits = state->bits;
    uint32_t sums[MOST_BLOCKS];
    memcpy(sums, state->sums, sizeof sums);
    struct block blocks[MOST_BLOCKS];
    make_blocks(blocks, bands, sums);
    struct place place = {
        .block = &blocks[state->block], .table = bands->tables[bands->header.blocks[state->block]]->first,
        .left = count};
    bool is_valid = true;
    while (place.left > 0 && bits.count >= 0 && is_valid) {
        zig_jpeg_band_fill(&bits, window);
        for (int i = 0; i < LOOKUPS && place.left > 0; i++) {
            const struct zig_jpeg_band_entry *entry = &place.table[bits.word >> (64 - FAST_BITS)];
            int index = place.index + entry->advance;
            if (__builtin_expect(index >= COEFFICIENTS, false)) {
                zig_jpeg_band_fill(&bits, window);
                struct step step = read_code(place.block, place.index, bits.word);
                is_valid = step.index >= 0;
                if (!is_valid) break;
                zig_jpeg_band_drop(&bits, step.length);
                *place.block->sum += (uint32_t)step.difference;
                move(&place, step.index, step.index == COEFFICIENTS);
                break;
            }
            zig_jpeg_band_drop(&bits, entry->length);
            *place.block->sum += (uint32_t)entry->difference;
            move(&place, index, entry->is_end);
        }
    }
    state->bits = bits;
    state->block = (int)(place.block - blocks);
    memcpy(state->sums, sums, sizeof sums);
    return is_valid && bits.count >= 0;
}

// Records the start of the MCU row after the last row that was scanned. Returns false if a DC predictor is larger
// than any DC coefficient of 8-bit samples. The difference of two rows is smaller than a sum that overflows: a
// component has at most 4 × 8192 blocks in an MCU row, with differences of at most 15 bits.
static bool record_start(struct zig_jpeg_bands *bands, int row)
{
    int bit;
    const uint8_t *place = zig_jpeg_band_place(&bands->state.bits, &bit);
    struct zig_jpeg_row_start *start = &bands->starts[row];
    start->byte = zig_jpeg_band_window_offset(bands->window, place);
    start->bit = (uint8_t)bit;
    uint32_t sums[MOST_COMPONENTS] = {0};
    for (int i = 0; i < bands->header.block_count; i++) sums[bands->header.blocks[i]] += bands->state.sums[i];
    bool is_usual = true;
    for (int i = 0; i < MOST_COMPONENTS; i++) {
        int predictor = (int)sums[i];
        is_usual &= predictor >= -DC_LIMIT && predictor <= DC_LIMIT;
        start->predictors[i] = (int16_t)predictor;
    }
    return is_usual;
}

// Counts the bytes after the last block. The last byte that contains bits of a block is not surplus.
static void count_surplus(struct zig_jpeg_bands *bands)
{
    int bit;
    const uint8_t *next = zig_jpeg_band_place(&bands->state.bits, &bit);
    if (bit > 0) next += *next == 0xFF ? 2 : 1;
    bands->surplus = zig_jpeg_band_count_bytes(bands->window, next);
}

// Scans an MCU row. Returns false if it is damaged.
static bool scan_row(struct zig_jpeg_bands *bands)
{
    size_t count = bands->header.mcus_per_row;
    if (bands->pieces != NULL) return zig_jpeg_band_pieces_follow(bands, count);
    return zig_jpeg_band_scan_blocks(
        bands, bands->window, &bands->state, count * (size_t)bands->header.block_count);
}

void zig_jpeg_band_index_scan(struct zig_jpeg_bands *bands, int mcu_row)
{
    int row = atomic_load_explicit(&bands->known_rows, memory_order_relaxed);
    while (row < mcu_row && !bands->is_damaged) {
        if (!scan_row(bands) || !record_start(bands, row + 1)) {
            bands->is_damaged = true;
        } else {
            row++;
            if (row == bands->header.mcu_rows) count_surplus(bands);
            atomic_store_explicit(&bands->known_rows, row, memory_order_release);
        }
        bool is_over = bands->is_damaged || row == bands->header.mcu_rows;
        if (is_over && bands->pieces != NULL) zig_jpeg_band_pieces_end(bands->pieces);
    }
}
