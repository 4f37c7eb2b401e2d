// What the processor has, as the C library found out when the program started. Asking the processor itself
// takes longer than a row of pixels, and a virtual one takes a hundred times as long as that.
#pragma once

#if defined(__x86_64__)
#include <sys/platform/x86.h>

static inline int has_avx2(void)
{
    return CPU_FEATURE_ACTIVE(AVX2);
}

// Permutations of bytes, and products of 16 bits that are added up.
static inline int has_avx512_bytes(void)
{
    return CPU_FEATURE_ACTIVE(AVX512F) && CPU_FEATURE_ACTIVE(AVX512BW) && CPU_FEATURE_ACTIVE(AVX512_VBMI)
        && CPU_FEATURE_ACTIVE(AVX512_VNNI);
}
#else
static inline int has_avx2(void)
{
    return 0;
}

static inline int has_avx512_bytes(void)
{
    return 0;
}
#endif
