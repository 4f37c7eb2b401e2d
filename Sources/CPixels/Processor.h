// The features of the processor, which the C library detects at program start. Asking the processor takes
// longer than processing a row of pixels. A virtual processor takes a hundred times as long.
#pragma once

#if defined(__x86_64__)
#include <sys/platform/x86.h>

static inline int has_avx2(void)
{
    return CPU_FEATURE_ACTIVE(AVX2);
}

// Whether the processor has permutations of bytes, and sums of 16-bit products.
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
