// GLib's SHA-256, by GLib as it is loaded with the first checksum: linked to the program it would make
// every command start later.
//
// The links beside this file are to GLib's own headers, for this and for libvips': the flags that
// pkg-config gives would link the library, too.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct zig_checksum zig_checksum;

// Where GLib cannot be loaded the process ends, as it would if it were linked.
zig_checksum *_Nonnull zig_checksum_new(void);
zig_checksum *_Nonnull zig_checksum_copy(const zig_checksum *_Nonnull checksum);
void zig_checksum_update(zig_checksum *_Nonnull checksum, const uint8_t *_Nullable bytes, size_t length);
// Closes the checksum. The digest has 32 bytes.
void zig_checksum_digest(zig_checksum *_Nonnull checksum, uint8_t *_Nonnull digest);
void zig_checksum_free(zig_checksum *_Nonnull checksum);
