#include "JPEGProfile.h"

#include <string.h>

void zig_jpeg_profile_copy(
    struct zig_jpeg_profile *profile, j_compress_ptr compressor, const JOCTET *bytes, size_t length)
{
    profile->length = length;
    if (length == 0)
        return;
    profile->bytes = compressor->mem->alloc_large((j_common_ptr)compressor, JPOOL_PERMANENT, length);
    memcpy(profile->bytes, bytes, length);
}

void zig_jpeg_profile_write(const struct zig_jpeg_profile *profile, j_compress_ptr compressor)
{
    if (profile->length > 0)
        jpeg_write_icc_profile(compressor, profile->bytes, (unsigned int)profile->length);
}
