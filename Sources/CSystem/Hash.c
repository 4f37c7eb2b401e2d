#include "Hash.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include <xxhash.h>

uint64_t zig_hash(const void *bytes, size_t count)
{
    return XXH3_64bits(bytes, count);
}

int zig_hash_file(int file, uint64_t *hash)
{
    enum { PIECE = 1 << 20 };
    XXH3_state_t *state = XXH3_createState();
    char *piece = malloc(PIECE);
    ssize_t count = -1;
    off_t offset = 0;
    if (state && piece) {
        XXH3_64bits_reset(state);
        while ((count = pread(file, piece, PIECE, offset)) > 0 || (count < 0 && errno == EINTR)) {
            if (count < 0)
                continue;
            XXH3_64bits_update(state, piece, (size_t)count);
            offset += count;
        }
        *hash = XXH3_64bits_digest(state);
    }
    free(piece);
    XXH3_freeState(state);
    return count == 0 ? 0 : -1;
}
