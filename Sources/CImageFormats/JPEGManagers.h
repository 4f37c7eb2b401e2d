// The managers that a program supplies to libjpeg: errors, input, progress and output. libjpeg passes a
// pointer to the first member of each structure, through which the functions reach the other members. A
// structure must stay in place as long as the decoder or compressor is in use.
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
    // Whether the data ended inside a scan.
    int hit_end;
    // Whether a warning means that pixels are missing or invented, and the row of the first such warning; -1
    // if the row is unknown.
    int has_lost_data, lost_row;
    // The largest number of bytes that were left after a scan; these bytes may be blocks.
    int surplus;
    // Whether the image has more scans than ZIG_JPEG_MOST_SCANS.
    int has_many_scans;
    // The decoder reads only the scans of one component, without the scans of the first coefficients.
    int reads_component;
};

struct jpeg_error_mgr *zig_jpeg_errors_install(struct zig_jpeg_errors *errors);
// Raises the error of an image with too many scans.
void zig_jpeg_refuse_scans(j_common_ptr decoder);

// Calls `use` with a decoder for a JPEG in memory; `use` reads the header. An error of libjpeg ends `use`.
// Returns the result of `use`, or -1 after an error of libjpeg. The errors need not be initialized.
int zig_jpeg_decode_memory(
    const uint8_t *bytes, size_t length, struct zig_jpeg_errors *errors,
    int (*use)(struct jpeg_decompress_struct *decoder, void *context), void *context);

// The parameters that read the lower part of an image: the header with another height, and the data after a
// restart marker.
struct zig_jpeg_jump {
    // The offset of the height, which has two bytes, and the new height.
    off_t height_offset;
    int height;
    // The end of the header, and the start of the data; both 0 if the whole file is read.
    off_t from, to;
    // The number of the next restart marker in the file. The decoder expects 0.
    int markers;
};

// The input of a decoder: an open file.
struct zig_jpeg_file {
    struct jpeg_source_mgr manager;
    int descriptor;
    // The offset in the file after the bytes in the buffer.
    off_t offset;
    // The scans of other components are skipped; NULL skips none.
    const struct zig_jpeg_scans *scans;
    int component, next_scan;
    struct zig_jpeg_jump jump;
    // Whether the file ended before the decoder had finished.
    int ended;
    // The bytes in the buffer that the decoder does not have yet.
    const JOCTET *next;
    size_t held;
    // The number of zeros that the decoder got after the last byte of an arithmetic code.
    int zeros;
    JOCTET buffer[65536];
};

// Installs the input, which reads from the start of the file.
void zig_jpeg_file_install(struct zig_jpeg_file *file, j_decompress_ptr decoder, int descriptor);
// Restricts the decoder to the scans of one component. The caller keeps `scans` in memory.
void zig_jpeg_file_select(struct zig_jpeg_file *file, const struct zig_jpeg_scans *scans, int component);
// Empties the buffer. Returns the offset of the next byte.
off_t zig_jpeg_file_empty(struct zig_jpeg_file *file);
// Prepares the input for the data of the first scan, after the header is read.
void zig_jpeg_file_start_code(struct zig_jpeg_file *file, j_decompress_ptr decoder);
// Makes the decoder read from the start again, and skip a part of the file.
void zig_jpeg_file_jump(struct zig_jpeg_file *file, struct zig_jpeg_jump jump);

struct zig_jpeg_progress {
    struct jpeg_progress_mgr manager;
    int (*is_wanted)(void *context);
    void *context;
    int is_cancelled;
};

// Makes libjpeg call `is_wanted` from time to time. libjpeg raises an error if the result is 0, or if the
// image has too many scans. If `is_wanted` is NULL, only scans are counted.
void zig_jpeg_progress_install(
    struct zig_jpeg_progress *progress, j_decompress_ptr decoder, int (*is_wanted)(void *context), void *context);
// Reads a file in scans to its end, after the decoder was started in buffered-image mode. In this mode,
// libjpeg does not report progress, so this function does.
void zig_jpeg_progress_consume(j_decompress_ptr decoder);
// Resets decoder->progress after an error. Returns ZIG_JPEG_CANCELLED if the error was a cancellation, else
// -1.
int zig_jpeg_progress_failure(j_decompress_ptr decoder);

// The output of a compressor: a buffer that grows as needed and is reused for the next file, and the ICC
// profile that each file gets.
struct zig_jpeg_memory {
    struct jpeg_destination_mgr manager;
    JOCTET *buffer;
    size_t capacity;
    JOCTET *profile;
    size_t profile_length;
};

// Copies the profile. Length 0 means no profile. Raises an error if memory is short.
void zig_jpeg_memory_install(
    struct zig_jpeg_memory *memory, j_compress_ptr compressor, const JOCTET *profile, size_t profile_length);
// Writes the profile. Call this function between the start of a file and its first row.
void zig_jpeg_memory_write_profile(const struct zig_jpeg_memory *memory, j_compress_ptr compressor);
// The size of the last finished file.
size_t zig_jpeg_memory_length(const struct zig_jpeg_memory *memory);
