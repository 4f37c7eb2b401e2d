// Error handling, shared by reader and encoder.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
#include <jerror.h>
#include <setjmp.h>

#include "JPEG.h"

// libjpeg returns a pointer to the first member, from which the others are reached.
struct zig_jpeg_errors {
    struct jpeg_error_mgr manager;
    jmp_buf escape;
    char message[ZIG_JPEG_MESSAGE_SIZE];
    // The decoder ran out of data inside a scan.
    int hit_end;
};

struct jpeg_error_mgr *zig_jpeg_errors_install(struct zig_jpeg_errors *errors);
