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

// Counts warnings, without printing them, and notes those about a file that ends early.
static void note(j_common_ptr common, int level)
{
    struct zig_jpeg_errors *errors = (struct zig_jpeg_errors *)common->err;
    if (level >= 0)
        return;
    // The first warning is the cause of the others.
    if (common->err->num_warnings++ == 0) {
        char text[JMSG_LENGTH_MAX];
        common->err->format_message(common, text);
        snprintf(errors->message, sizeof errors->message, "%s", text);
    }
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
