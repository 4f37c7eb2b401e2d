// The parts of libjpeg that a program supplies: errors, input, progress and output. libjpeg returns a pointer to the
// first member of each structure, from which the others are reached. They must stay in place as long as the decoder or
// compressor is in use.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
#include <jerror.h>
#include <setjmp.h>

#include "JPEG.h"
#include "JPEGScans.h"

struct zig_jpeg_errors {
    struct jpeg_error_mgr manager;
    jmp_buf escape;
    char message[ZIG_JPEG_MESSAGE_SIZE];
    // The decoder ran out of data inside a scan.
    int hit_end;
    // A warning said that pixels are missing or invented, and the row of the first one; -1 if it is unknown.
    int has_lost_data, lost_row;
    // The most bytes that were left over behind a scan, which may be blocks.
    int surplus;
    // The image has more scans than ZIG_JPEG_MOST_SCANS.
    int has_many_scans;
    // The decoder reads only scans of one component, and not those of the first coefficients.
    int reads_component;
};

struct jpeg_error_mgr *zig_jpeg_errors_install(struct zig_jpeg_errors *errors);
// Raises the error of an image with too many scans.
void zig_jpeg_refuse_scans(j_common_ptr decoder);

// Calls a function with a decoder for a JPEG in memory; the function reads the header. An error of libjpeg ends the
// function. Returns the function's result, or -1 after such an error. The errors need not be initialized.
int zig_jpeg_decode_memory(
    const uint8_t *bytes, size_t length, struct zig_jpeg_errors *errors,
    int (*use)(struct jpeg_decompress_struct *decoder, void *context), void *context);

// The file of the lower part of an image: the header with another height, and the data after a restart marker.
struct zig_jpeg_jump {
    // The place of the height, two bytes, and their value.
    off_t height_offset;
    int height;
    // The end of the header, and the start of the data; 0 if the whole file is read.
    off_t from, to;
    // The number of the next restart marker in the file. The decoder expects 0.
    int markers;
};

// Feeds a decoder from an open file.
struct zig_jpeg_file {
    struct jpeg_source_mgr manager;
    int descriptor;
    // After the bytes in the buffer.
    off_t offset;
    // The scans of other components are skipped; NULL skips none.
    const struct zig_jpeg_scans *scans;
    int component, next_scan;
    struct zig_jpeg_jump jump;
    // The file ended before the decoder was done.
    int ended;
    JOCTET buffer[65536];
};

// The decoder reads from the start of the file.
void zig_jpeg_file_install(struct zig_jpeg_file *file, j_decompress_ptr decoder, int descriptor);
// From now on the decoder reads only the scans of one component. The scans stay in place.
void zig_jpeg_file_select(struct zig_jpeg_file *file, const struct zig_jpeg_scans *scans, int component);
// Empties the buffer. Returns the place of the next byte.
off_t zig_jpeg_file_empty(struct zig_jpeg_file *file);
// The decoder reads from the start again, and skips a part of the file.
void zig_jpeg_file_jump(struct zig_jpeg_file *file, struct zig_jpeg_jump jump);

struct zig_jpeg_progress {
    struct jpeg_progress_mgr manager;
    int (*is_wanted)(void *context);
    void *context;
    int is_cancelled;
};

// libjpeg then asks now and then, and raises an error when the answer is 0, or when the image has too many scans.
// is_wanted: NULL to count scans only.
void zig_jpeg_progress_install(
    struct zig_jpeg_progress *progress, j_decompress_ptr decoder, int (*is_wanted)(void *context), void *context);
// Reads a file in scans to its end, after the decoder was started in buffered-image mode. libjpeg does not ask in that
// mode, so that this does.
void zig_jpeg_progress_consume(j_decompress_ptr decoder);
// Resets decoder->progress after an error. Returns ZIG_JPEG_CANCELLED if that was its reason, else -1.
int zig_jpeg_progress_failure(j_decompress_ptr decoder);

// The output of a compressor: a buffer that grows as needed and is reused for the next file, and the ICC profile of
// each file.
struct zig_jpeg_memory {
    struct jpeg_destination_mgr manager;
    JOCTET *buffer;
    size_t capacity;
    JOCTET *profile;
    size_t profile_length;
};

// Copies the profile; length 0 stands for none. Raises an error if memory is short.
void zig_jpeg_memory_install(
    struct zig_jpeg_memory *memory, j_compress_ptr compressor, const JOCTET *profile, size_t profile_length);
// Writes the profile. Call it between the start of a file and its first row.
void zig_jpeg_memory_write_profile(const struct zig_jpeg_memory *memory, j_compress_ptr compressor);
// The size of the last finished file.
size_t zig_jpeg_memory_length(const struct zig_jpeg_memory *memory);
