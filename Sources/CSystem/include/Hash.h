// The 64-bit hash XXH3, without seed and secret.

#pragma once

#include <stddef.h>
#include <stdint.h>

uint64_t zig_hash(const void *_Nullable bytes, size_t count);

// Hashes an open file from its start. Returns 0, or -1 with errno if the file cannot be read.
int zig_hash_file(int file, uint64_t *_Nonnull hash);
