// The data of the strips and tiles of TIFF files.
#pragma once
#include "TIFFMessages.h"

// Buffers for blocks with Deflate.
typedef struct {
    struct libdeflate_decompressor *_Nullable decompressor;
    // The compressed bytes of a block.
    uint8_t *_Nullable raw;
    size_t raw_room;
    // The bytes of a block, stored without compression.
    uint8_t *_Nullable stored;
    size_t stored_room;
} zig_tiff_deflate;

void zig_tiff_deflate_free(zig_tiff_deflate *_Nonnull memory);

// Returns the bytes of the pixels of a block. The last strip of an image may have fewer rows.
uint64_t zig_tiff_pixel_bytes(TIFF *_Nonnull file, uint32_t number);

// Whether the current image has Deflate compression.
int zig_tiff_has_deflate(TIFF *_Nonnull file);

// Decodes a block with Deflate. Returns the number of bytes, or -1. libtiff with libdeflate ignores the checksum of
// data that is longer than the pixels, and can leave out the last bytes of the pixels.
ptrdiff_t zig_tiff_read_deflate(
    TIFF *_Nonnull file, zig_tiff_deflate *_Nonnull memory, uint32_t number, void *_Nonnull buffer, size_t size,
    zig_tiff_messages *_Nonnull messages);

// Lets libtiff decode blocks with Deflate with zlib, which decodes all pixels of data that is longer.
void zig_tiff_use_zlib(TIFF *_Nonnull file);

// Stores a message if the data of a block with Deflate has more bytes than pixels and no correct checksum. libtiff has
// decoded the pixels with zlib.
void zig_tiff_check_deflate(
    TIFF *_Nonnull file, zig_tiff_deflate *_Nonnull memory, uint32_t number, zig_tiff_messages *_Nonnull messages);

// Stores a message if libtiff has discarded bytes of a block with PackBits, unless these bytes are rows below the
// image: some writers store the last strip with all rows. `is_end`: whether the last row of the block has been read.
void zig_tiff_check_packbits(
    TIFF *_Nonnull file, uint32_t number, int is_end, zig_tiff_messages *_Nonnull messages);
