// The functions of libjxl. The library is loaded when the first JPEG XL file is opened.
#pragma once
#include <jxl/decode.h>
#include <jxl/thread_parallel_runner.h>
#include <stdbool.h>

#define ZIG_JXL_FUNCTIONS(each)      \
    each(DecoderCreate)              \
    each(DecoderDestroy)             \
    each(DecoderGetBasicInfo)        \
    each(DecoderGetColorAsEncodedProfile) \
    each(DecoderGetColorAsICCProfile) \
    each(DecoderGetExtraChannelInfo) \
    each(DecoderGetICCProfileSize)   \
    each(DecoderImageOutBufferSize)  \
    each(DecoderProcessInput)        \
    each(DecoderReleaseInput)        \
    each(DecoderReset)               \
    each(DecoderSetImageOutBuffer)   \
    each(DecoderSetInput)            \
    each(DecoderSetParallelRunner)   \
    each(DecoderSetUnpremultiplyAlpha) \
    each(DecoderSubscribeEvents)

#define ZIG_JXL_THREAD_FUNCTIONS(each) \
    each(ThreadParallelRunner)        \
    each(ThreadParallelRunnerCreate)  \
    each(ThreadParallelRunnerDestroy)

#define ZIG_JXL_MEMBER(name) __typeof__(Jxl##name) *name;
struct zig_jxl_library {
    ZIG_JXL_FUNCTIONS(ZIG_JXL_MEMBER)
    ZIG_JXL_THREAD_FUNCTIONS(ZIG_JXL_MEMBER)
};

extern struct zig_jxl_library zig_jxl_library;

// Loads the library. Returns false if the library is missing or lacks a function.
bool zig_jxl_load(void);
