// Extends the index of a file without restart markers: decodes the lengths of the codes, and the DC differences.
#include "JPEGBandBits.h"

// The largest DC coefficient that the extended tables of a band can code.
#define DC_LIMIT ((1 << LARGEST_CATEGORY) - 1)

// A block of an MCU, and the block after it. After the last block, the first block of the next MCU follows.
struct block {
    const struct block *following;
    // The table of the AC codes, and the table of the start of the following block.
    const struct zig_jpeg_band_entry *next_table, *following_table;
    int *predictor;
    const struct zig_jpeg_band_codes *dc, *ac;
};

static void make_blocks(struct block *blocks, const struct zig_jpeg_bands *bands, int *predictors)
{
    const struct zig_jpeg_band_header *header = &bands->header;
    for (int i = 0; i < header->block_count; i++) {
        int number = header->blocks[i], following = i + 1 < header->block_count ? i + 1 : 0;
        const struct zig_jpeg_band_component *component = &header->components[number];
        blocks[i] = (struct block){
            .following = &blocks[following],
            .next_table = bands->tables[number]->next,
            .following_table = bands->tables[header->blocks[following]]->first,
            .predictor = &predictors[number],
            .dc = &header->dc[component->dc],
            .ac = &header->ac[component->ac]};
    }
}

// The position in an MCU row.
struct place {
    const struct block *block;
    // The table of the next code.
    const struct zig_jpeg_band_entry *table;
    // The index of the next coefficient.
    int index;
    // The number of blocks up to the end of the row, with this block.
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

static inline bool is_excessive(int predictor) { return (unsigned)(predictor + DC_LIMIT) > 2 * DC_LIMIT; }

// Reads an MCU row. Returns false if it is damaged or unusual: a code or an index is invalid, the data ends, or
// a DC coefficient is too large.
static bool scan_row(struct zig_jpeg_bands *bands)
{
    const struct zig_jpeg_band_header *header = &bands->header;
    struct zig_jpeg_band_bits bits = bands->bits;
    int predictors[MOST_COMPONENTS];
    memcpy(predictors, bands->predictors, sizeof predictors);
    struct block blocks[MOST_BLOCKS];
    make_blocks(blocks, bands, predictors);
    struct place place = {
        .block = blocks, .table = bands->tables[header->blocks[0]]->first,
        .left = header->mcus_per_row * (size_t)header->block_count};
    bool has_excess = false;
    while (place.left > 0 && bits.count >= 0 && !has_excess) {
        zig_jpeg_band_fill(&bits, bands->window);
        for (int i = 0; i < LOOKUPS && place.left > 0; i++) {
            const struct zig_jpeg_band_entry *entry = &place.table[bits.word >> (64 - FAST_BITS)];
            int index = place.index + entry->advance;
            if (__builtin_expect(index >= COEFFICIENTS, false)) {
                zig_jpeg_band_fill(&bits, bands->window);
                struct step step = read_code(place.block, place.index, bits.word);
                if (step.index < 0) return false;
                zig_jpeg_band_drop(&bits, step.length);
                *place.block->predictor += step.difference;
                has_excess |= is_excessive(*place.block->predictor);
                move(&place, step.index, step.index == COEFFICIENTS);
                break;
            }
            zig_jpeg_band_drop(&bits, entry->length);
            int predictor = *place.block->predictor + entry->difference;
            *place.block->predictor = predictor;
            has_excess |= is_excessive(predictor);
            move(&place, index, entry->is_end);
        }
    }
    if (bits.count < 0 || has_excess) return false;
    bands->bits = bits;
    memcpy(bands->predictors, predictors, sizeof predictors);
    return true;
}

// Records the start of the MCU row after the last row that was scanned.
static void record_start(struct zig_jpeg_bands *bands, int row)
{
    int bit;
    const uint8_t *place = zig_jpeg_band_place(&bands->bits, &bit);
    struct zig_jpeg_row_start *start = &bands->starts[row];
    start->byte = zig_jpeg_band_window_offset(bands->window, place);
    start->bit = (uint8_t)bit;
    for (int i = 0; i < MOST_COMPONENTS; i++) start->predictors[i] = (int16_t)bands->predictors[i];
}

// Counts the bytes after the last block. The last byte that contains bits of a block is not surplus.
static void count_surplus(struct zig_jpeg_bands *bands)
{
    int bit;
    const uint8_t *next = zig_jpeg_band_place(&bands->bits, &bit);
    if (bit > 0) next += *next == 0xFF ? 2 : 1;
    bands->surplus = zig_jpeg_band_count_bytes(bands->window, next);
}

void zig_jpeg_band_index_scan(struct zig_jpeg_bands *bands, int mcu_row)
{
    int row = atomic_load_explicit(&bands->known_rows, memory_order_relaxed);
    while (row < mcu_row) {
        if (!scan_row(bands)) {
            bands->is_damaged = true;
            return;
        }
        record_start(bands, ++row);
        if (row == bands->header.mcu_rows) count_surplus(bands);
        atomic_store_explicit(&bands->known_rows, row, memory_order_release);
    }
}
