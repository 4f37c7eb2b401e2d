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

// Whether the bytes that libjpeg has skipped in front of a marker are more than padding, which repeats one byte. Those
// that have left the buffer do not count.
static int has_skipped_data(j_common_ptr common)
{
    const struct zig_jpeg_errors *errors = (const struct zig_jpeg_errors *)common->err;
    if (errors->file == NULL)
        return 0;
    const JOCTET *end = errors->file->manager.next_input_byte;
    long count = common->err->msg_parm.i[0], known = end - errors->file->buffer;
    if (count > known)
        count = known;
    int differing = 0;
    for (const JOCTET *byte = end - count; byte < end; byte++)
        differing += *byte != *(end - count);
    return differing > ZIG_JPEG_MOST_SURPLUS;
}

// Whether a warning means that pixels are missing or invented. Source: jerror.h of libjpeg-turbo, and the places of its
// entropy decoders (jdhuff.c, jdphuff.c, jdarith.c) and of jdmarker.c that report each. All other warnings leave the
// pixels as they are: bytes between segments, marks of Adobe and JFIF, damaged profiles.
static int loses_data(j_common_ptr common)
{
    const struct jpeg_error_mgr *manager = common->err;
    switch (manager->msg_code) {
    case JWRN_HIT_MARKER: // A scan ends before its last block; the others become grey.
    case JWRN_JPEG_EOF: // The file ends before its last marker.
    case JWRN_HUFF_BAD_CODE: // A code that the tables do not have counts as zero.
    case JWRN_ARITH_BAD_CODE: // The rest of the scan becomes zero.
    case JWRN_MUST_RESYNC: // A restart marker is missing or has a wrong number.
        return 1;
    case JWRN_BOGUS_PROGRESSION:
        // A scan refines bits that no scan has brought. A decoder of one component skips the scans of the first
        // coefficients.
        return !((const struct zig_jpeg_errors *)manager)->reads_component || manager->msg_parm.i[1] != 0;
    case JWRN_EXTRANEOUS_DATA:
        // Bytes in front of a restart marker were blocks. Elsewhere cameras leave padding.
        return (manager->msg_parm.i[1] >= JPEG_RST0 && manager->msg_parm.i[1] <= JPEG_RST0 + 7)
            || has_skipped_data(common);
    default:
        return 0;
    }
}

// Counts warnings, without printing them, and notes those that mean damage.
static void note(j_common_ptr common, int level)
{
    struct zig_jpeg_errors *errors = (struct zig_jpeg_errors *)common->err;
    if (level >= 0)
        return;
    common->err->num_warnings++;
    int is_loss = loses_data(common);
    // The first loss is the cause of the others.
    if (common->err->num_warnings == 1 || (is_loss && !errors->has_lost_data)) {
        char text[JMSG_LENGTH_MAX];
        common->err->format_message(common, text);
        snprintf(errors->message, sizeof errors->message, "%s", text);
    }
    errors->has_lost_data |= is_loss;
    if (common->err->msg_code == JWRN_HIT_MARKER)
        errors->hit_end = 1;
}

struct jpeg_error_mgr *zig_jpeg_errors_install(struct zig_jpeg_errors *errors)
{
    memset(errors, 0, sizeof *errors);
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = leave;
    errors->manager.emit_message = note;
    return &errors->manager;
}
