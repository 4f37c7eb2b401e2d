#include "HEIFPlanes.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(each)                            \
    each(context_alloc)                            \
    each(context_free)                             \
    each(context_get_image_handle)                 \
    each(context_get_list_of_top_level_image_IDs)  \
    each(context_get_number_of_top_level_images)   \
    each(context_get_primary_image_ID)             \
    each(context_read_from_file)                   \
    each(context_set_max_decoding_threads)         \
    each(context_set_maximum_image_size_limit)     \
    each(decode_image)                             \
    each(have_decoder_for_format)                  \
    each(image_get_bits_per_pixel_range)           \
    each(image_get_colorspace)                     \
    each(image_get_height)                         \
    each(image_get_nclx_color_profile)             \
    each(image_get_plane_readonly)                 \
    each(image_get_width)                          \
    each(image_handle_get_color_profile_type)      \
    each(image_handle_get_height)                  \
    each(image_handle_get_list_of_metadata_block_IDs) \
    each(image_handle_get_luma_bits_per_pixel)     \
    each(image_handle_get_metadata)                \
    each(image_handle_get_metadata_content_type)   \
    each(image_handle_get_metadata_size)           \
    each(image_handle_get_nclx_color_profile)      \
    each(image_handle_get_raw_color_profile)       \
    each(image_handle_get_raw_color_profile_size)  \
    each(image_handle_get_width)                   \
    each(image_handle_has_alpha_channel)           \
    each(image_handle_is_premultiplied_alpha)      \
    each(image_handle_release)                     \
    each(image_has_channel)                        \
    each(image_release)                            \
    each(nclx_color_profile_free)

#define MEMBER(name) __typeof__(heif_##name) *name;
static struct {
    FUNCTIONS(MEMBER)
} library;

static bool is_loaded;

static void load(void)
{
#define NAME(name) "heif_" #name,
    static const char *const names[] = {FUNCTIONS(NAME)};
    _Static_assert(sizeof library == sizeof names, "the struct has a member for each function");
    void *opened = dlopen("libheif.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (!opened) return;
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *address = dlsym(opened, names[index]);
        if (!address) return;
        // The members have many pointer types, so the address is copied as bytes.
        memcpy((char *)&library + index * sizeof address, &address, sizeof address);
    }
    is_loaded = true;
}

// The longest side that libvips reads.
#define LONGEST_SIDE 65535

// Stores the message of an error. Returns -1 for an error, and 0 otherwise.
static int check(zig_heif *file, struct heif_error error)
{
    if (error.code == heif_error_Ok) return 0;
    snprintf(file->message, ZIG_HEIF_MESSAGE_SIZE, "%s", error.message ? error.message : "unknown error");
    file->message[strcspn(file->message, "\r\n")] = 0;
    return -1;
}

int zig_heif_decodes(const char *type)
{
    // The numbers of the formats. Older headers lack some of the constants. Source: heif.h of libheif 1.19.
    static const struct {
        char type[5];
        int format;
    } formats[] = {{"hvc1", 1}, {"hev1", 1}, {"avc1", 2}, {"jpeg", 3}, {"av01", 4},
                   {"vvc1", 5}, {"evc1", 6}, {"j2k1", 7}, {"unci", 8}};
    for (size_t index = 0; is_loaded && index < sizeof formats / sizeof *formats; index++)
        if (strcmp(formats[index].type, type) == 0)
            return library.have_decoder_for_format((enum heif_compression_format)formats[index].format);
    return 1;
}

static int choose(zig_heif *file, int page)
{
    heif_item_id primary = 0, *images = NULL;
    int count = library.context_get_number_of_top_level_images(file->context);
    if (check(file, library.context_get_primary_image_ID(file->context, &primary))) return -1;
    if (count > 0) images = calloc((size_t)count, sizeof *images);
    if (images) library.context_get_list_of_top_level_image_IDs(file->context, images, count);
    file->header.pages = images ? count : 1;
    heif_item_id chosen = primary;
    for (int index = 0; images && index < count; index++) {
        if (page < 0 && images[index] == primary) file->header.page = index;
        if (page == index) {
            chosen = images[index];
            file->header.page = index;
        }
    }
    free(images);
    if (page >= file->header.pages) return -1;
    return check(file, library.context_get_image_handle(file->context, chosen, &file->handle));
}

static void describe(zig_heif *file)
{
    zig_heif_header *header = &file->header;
    header->width = library.image_handle_get_width(file->handle);
    header->height = library.image_handle_get_height(file->handle);
    header->bits = library.image_handle_get_luma_bits_per_pixel(file->handle);
    header->has_alpha = library.image_handle_has_alpha_channel(file->handle);
    header->is_premultiplied = header->has_alpha && library.image_handle_is_premultiplied_alpha(file->handle);
    struct heif_color_profile_nclx *numbers = NULL;
    if (zig_heif_data_length(file, ZIG_HEIF_PROFILE) == 0
        && library.image_handle_get_nclx_color_profile(file->handle, &numbers).code == heif_error_Ok && numbers) {
        header->primaries = (int)numbers->color_primaries;
        header->transfer = (int)numbers->transfer_characteristics;
    }
    if (numbers) library.nclx_color_profile_free(numbers);
}

zig_heif *zig_heif_open(const char *path, int page, int thread_count, char *message)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    message[0] = 0;
    zig_heif *file = is_loaded ? calloc(1, sizeof *file) : NULL;
    if (!file) return NULL;
    file->message = message;
    file->context = library.context_alloc();
    if (file->context) {
        library.context_set_maximum_image_size_limit(file->context, LONGEST_SIDE);
        library.context_set_max_decoding_threads(file->context, thread_count);
    }
    if (!file->context || check(file, library.context_read_from_file(file->context, path, NULL))
        || choose(file, page)) {
        zig_heif_close(file);
        return NULL;
    }
    describe(file);
    return file;
}

void zig_heif_close(zig_heif *file)
{
    if (file->image) library.image_release(file->image);
    if (file->handle) library.image_handle_release(file->handle);
    if (file->context) library.context_free(file->context);
    free(file);
}

zig_heif_header zig_heif_get_header(const zig_heif *file)
{
    return file->header;
}

// Finds the item that contains metadata. Returns 0 if the file has none of this kind.
static heif_item_id find(const zig_heif *file, zig_heif_data kind)
{
    heif_item_id items[16];
    int count = library.image_handle_get_list_of_metadata_block_IDs(
        file->handle, kind == ZIG_HEIF_EXIF ? "Exif" : "mime", items, sizeof items / sizeof *items);
    for (int index = 0; index < count; index++) {
        const char *type = library.image_handle_get_metadata_content_type(file->handle, items[index]);
        if (kind == ZIG_HEIF_EXIF || (type && strcmp(type, "application/rdf+xml") == 0)) return items[index];
    }
    return 0;
}

size_t zig_heif_data_length(const zig_heif *file, zig_heif_data kind)
{
    if (kind == ZIG_HEIF_PROFILE) {
        enum heif_color_profile_type type = library.image_handle_get_color_profile_type(file->handle);
        return type == heif_color_profile_type_rICC || type == heif_color_profile_type_prof
            ? library.image_handle_get_raw_color_profile_size(file->handle) : 0;
    }
    heif_item_id item = find(file, kind);
    return item == 0 ? 0 : library.image_handle_get_metadata_size(file->handle, item);
}

int zig_heif_copy_data(const zig_heif *file, zig_heif_data kind, uint8_t *bytes)
{
    struct heif_error error = kind == ZIG_HEIF_PROFILE
        ? library.image_handle_get_raw_color_profile(file->handle, bytes)
        : library.image_handle_get_metadata(file->handle, find(file, kind), bytes);
    return error.code == heif_error_Ok ? 0 : -1;
}

static int get_plane(const zig_heif *file, enum heif_channel channel, zig_heif_plane *plane)
{
    int stride = 0;
    plane->samples = library.image_get_plane_readonly(file->image, channel, &stride);
    plane->stride = stride;
    plane->width = library.image_get_width(file->image, channel);
    plane->height = library.image_get_height(file->image, channel);
    plane->bits = library.image_get_bits_per_pixel_range(file->image, channel);
    return plane->samples && plane->width > 0 && plane->height > 0 && plane->bits >= 8 && plane->bits <= 16
        ? 0 : -1;
}

static int get_planes(zig_heif *file)
{
    int is_grey = library.image_get_colorspace(file->image) == heif_colorspace_monochrome;
    file->plane_count = is_grey ? 1 : 3;
    for (int index = 0; index < file->plane_count; index++) {
        zig_heif_plane *plane = &file->planes[index];
        if (get_plane(file, is_grey ? heif_channel_Y : (enum heif_channel)(heif_channel_R + index), plane)
            || plane->width != file->planes[0].width || plane->height != file->planes[0].height)
            return -1;
    }
    return file->header.has_alpha && library.image_has_channel(file->image, heif_channel_Alpha)
        ? get_plane(file, heif_channel_Alpha, &file->alpha) : 0;
}

// The range that the file or the coded image states. libheif converts colours to full range, but not grey.
static int is_full_range(const zig_heif *file)
{
    struct heif_color_profile_nclx *numbers = NULL;
    int is_full = 1;
    if (library.image_get_nclx_color_profile(file->image, &numbers).code == heif_error_Ok && numbers)
        is_full = numbers->full_range_flag;
    if (numbers) library.nclx_color_profile_free(numbers);
    return is_full;
}

int zig_heif_decode(zig_heif *file, int is_grey)
{
    file->message[0] = 0;
    if (file->image) return 0;
    if (check(file, library.decode_image(
                        file->handle, &file->image, is_grey ? heif_colorspace_undefined : heif_colorspace_RGB,
                        is_grey ? heif_chroma_undefined : heif_chroma_444, NULL)))
        return -1;
    if (get_planes(file) == 0) {
        file->is_full_range = file->plane_count == 3 || is_full_range(file);
        // Some versions of libheif report another size before they apply a clean aperture.
        file->header.width = file->planes[0].width;
        file->header.height = file->planes[0].height;
        return 0;
    }
    snprintf(file->message, ZIG_HEIF_MESSAGE_SIZE, "unsupported planes");
    library.image_release(file->image);
    file->image = NULL;
    return -1;
}
