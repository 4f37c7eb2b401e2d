// What the processor has, as the C library found out when the program started. Asking the processor itself
// takes longer than a row of pixels, and a virtual one takes a hundred times as long as that.
#pragma once

#if defined(__x86_64__)
#include <sys/platform/x86.h>

static inline int has_avx2(void)
{
    return CPU_FEATURE_ACTIVE(AVX2);
}
#else
static inline int has_avx2(void)
{
    return 0;
}
#endif
