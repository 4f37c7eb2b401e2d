#include "JPEGManagers.h"

#include <string.h>

static void leave(j_common_ptr common)
{
    struct zig_jpeg_errors *errors = (struct zig_jpeg_errors *)common->err;
    char text[JMSG_LENGTH_MAX];
    common->err->format_message(common, text);
    snprintf(errors->message, sizeof errors->message, "%s", text);
    longjmp(errors->escape, 1);
}

// The effect of a warning on pixels.
enum effect { NO_LOSS, LOSS, SURPLUS };

// The effect of bytes that libjpeg has skipped before a marker. Before the first scan, the bytes cannot
// contain pixels.
static enum effect skipped_bytes(j_common_ptr common)
{
    const struct jpeg_decompress_struct *decoder = (const struct jpeg_decompress_struct *)common;
    if (!common->is_decompressor || decoder->input_scan_number == 0)
        return NO_LOSS;
    // Before a restart marker, the bytes were blocks. Elsewhere, cameras write padding.
    int marker = common->err->msg_parm.i[1];
    return marker >= JPEG_RST0 && marker <= JPEG_RST0 + 7 ? LOSS : SURPLUS;
}

// Classifies a warning. Source: jerror.h of libjpeg-turbo, and the code that reports warnings: the entropy
// decoders (jdhuff.c, jdphuff.c, jdarith.c) and jdmarker.c. Warnings that are not listed do not affect
// pixels: they concern Adobe and JFIF markers, damaged profiles, and unused fields of scans.
static enum effect effect_of_warning(j_common_ptr common)
{
    const struct jpeg_error_mgr *manager = common->err;
    switch (manager->msg_code) {
    case JWRN_HIT_MARKER: // A scan ends before its last block; the others become grey.
    case JWRN_HUFF_BAD_CODE: // A code that the tables do not have counts as zero.
    case JWRN_ARITH_BAD_CODE: // The rest of the scan becomes zero.
    case JWRN_MUST_RESYNC: // A restart marker is missing or has a wrong number.
        return LOSS;
    case JWRN_BOGUS_PROGRESSION:
        // A scan refines bits that no scan has coded. A decoder of one component skips the scans of the first
        // coefficients.
        return !((const struct zig_jpeg_errors *)manager)->reads_component || manager->msg_parm.i[1] != 0 ? LOSS
                                                                                                          : NO_LOSS;
    case JWRN_EXTRANEOUS_DATA:
        return skipped_bytes(common);
    default:
        return NO_LOSS;
    }
}

// The first row of the MCU row that is being decoded, or -1 outside the scans.
static int current_row(j_common_ptr common)
{
    const struct jpeg_decompress_struct *decoder = (const struct jpeg_decompress_struct *)common;
    if (!common->is_decompressor || decoder->input_scan_number == 0)
        return -1;
    int row = (int)decoder->input_iMCU_row * decoder->max_v_samp_factor * DCTSIZE;
    return row < (int)decoder->image_height ? row : -1;
}

// Counts warnings without printing them, and records the warnings that mean damage.
static void note(j_common_ptr common, int level)
{
    struct zig_jpeg_errors *errors = (struct zig_jpeg_errors *)common->err;
    if (level >= 0)
        return;
    common->err->num_warnings++;
    enum effect effect = effect_of_warning(common);
    // The first loss is the cause of later losses.
    if (common->err->num_warnings == 1 || (effect == LOSS && !errors->has_lost_data)) {
        char text[JMSG_LENGTH_MAX];
        common->err->format_message(common, text);
        snprintf(errors->message, sizeof errors->message, "%s", text);
    }
    if (effect == LOSS && !errors->has_lost_data)
        errors->lost_row = current_row(common);
    errors->has_lost_data |= effect == LOSS;
    int surplus = effect == SURPLUS ? common->err->msg_parm.i[0] : 0;
    if (surplus > errors->surplus)
        errors->surplus = surplus;
    if (common->err->msg_code == JWRN_HIT_MARKER)
        errors->hit_end = 1;
}

void zig_jpeg_refuse_scans(j_common_ptr decoder)
{
    struct zig_jpeg_errors *errors = (struct zig_jpeg_errors *)decoder->err;
    errors->has_many_scans = 1;
    snprintf(errors->message, sizeof errors->message, "more than %d scans", ZIG_JPEG_MOST_SCANS);
    longjmp(errors->escape, 1);
}

struct jpeg_error_mgr *zig_jpeg_errors_install(struct zig_jpeg_errors *errors)
{
    memset(errors, 0, sizeof *errors);
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = leave;
    errors->manager.emit_message = note;
    return &errors->manager;
}
