// libvips' functions, found when it is loaded.
#pragma once

#include "CVips.h"

// Every function of libvips that this module calls, in alphabetical order.
#define FUNCTIONS(each)                         \
    each(vips_area_unref)                       \
    each(vips_array_double_new)                 \
    each(vips_bandjoin2)                        \
    each(vips_cache_operation_buildp)           \
    each(vips_cache_set_max)                    \
    each(vips_cast)                             \
    each(vips_class_find)                       \
    each(vips_colourspace)                      \
    each(vips_error)                            \
    each(vips_error_buffer)                     \
    each(vips_error_buffer_copy)                \
    each(vips_error_clear)                      \
    each(vips_extract_area)                     \
    each(vips_extract_band)                     \
    each(vips_flatten)                          \
    each(vips_foreign_find_load)                \
    each(vips_format_sizeof_unsafe)             \
    each(vips_icc_transform)                    \
    each(vips_image_decode)                     \
    each(vips_image_generate)                   \
    each(vips_image_get_blob)                   \
    each(vips_image_get_image)                  \
    each(vips_image_get_n_pages)                \
    each(vips_image_get_orientation)            \
    each(vips_image_get_string)                 \
    each(vips_image_get_typeof)                 \
    each(vips_image_guess_interpretation)       \
    each(vips_image_init_fields)                \
    each(vips_image_new)                        \
    each(vips_image_new_from_buffer)            \
    each(vips_image_new_from_memory)            \
    each(vips_image_new_from_memory_copy)       \
    each(vips_image_pipelinev)                  \
    each(vips_image_set_blob_copy)              \
    each(vips_image_set_int)                    \
    each(vips_image_set_kill)                   \
    each(vips_image_set_progress)               \
    each(vips_image_write_to_buffer)            \
    each(vips_image_write_to_file)              \
    each(vips_image_write_to_memory)            \
    each(vips_init)                             \
    each(vips_linear1)                          \
    each(vips_object_unref_outputs)             \
    each(vips_operation_new)                    \
    each(vips_premultiply)                      \
    each(vips_region_new)                       \
    each(vips_region_prepare)                   \
    each(vips_resize)                           \
    each(vips_sequential)                       \
    each(vips_thread_shutdown)                  \
    each(vips_unpremultiply)                    \
    each(vips_version)

#define MEMBER(name) __typeof__(name) *name;
struct zig_vips_library {
    FUNCTIONS(MEMBER)
};

// Filled once by zig_vips_load().
extern struct zig_vips_library zig_vips __attribute__((visibility("hidden")));
