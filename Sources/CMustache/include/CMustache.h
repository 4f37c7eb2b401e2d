#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The text or the error of a rendering. If memory ran out, both are NULL. Free the result with
/// mustache_result_free.
typedef struct {
    /// The rendered text, `count` bytes.
    char *_Nullable text;
    size_t count;
    /// The problem and its offset, for example `Unclosed section "links" at 17`.
    char *_Nullable error;
} mustache_result;

/// Renders a Mustache template with a JSON object as its data. Template and data are UTF-8. A pointer may be
/// NULL if its count is 0.
///
/// `{{name}}` is escaped for HTML, in text and in quoted attributes; `{{{name}}}` is not escaped. A JSON null
/// or a missing name is false as a section and empty as text. Never throws.
mustache_result mustache_render(
    const void *_Nullable template_bytes, size_t template_count,
    const void *_Nullable json_bytes, size_t json_count);

/// Checks JSON. `error` contains the problem with its line and column; NULL for valid JSON. Free the result
/// with mustache_result_free. Never throws.
mustache_result json_problem(const void *_Nullable bytes, size_t count);

void mustache_result_free(mustache_result result);

#ifdef __cplusplus
}
#endif
