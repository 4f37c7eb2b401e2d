#include "SystemCalls.h"

#include <stddef.h>

// `git archive` replaces this with the last tag and the number of commits since; without a tag, with nothing.
static const char archived[] = "$Format:%(describe:tags)$";

const char *zig_tag(void)
{
    if (archived[0] != '$') return archived;
#ifdef ZIG_TAG
    return ZIG_TAG;
#else
    return NULL;
#endif
}
