// Decompresses Brotli data through libbrotli, which is loaded at the first use.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Decompresses `count` bytes into a buffer of `size` bytes. Returns the number of bytes, or -1 if the data is
// damaged or too large, or libbrotli is not found.
ptrdiff_t zig_brotli_decompress(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull buffer, size_t size);
