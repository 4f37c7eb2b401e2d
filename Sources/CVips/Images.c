#include "CVips.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const VipsOperationClass *loader_class(const char *nickname)
{
    return (const VipsOperationClass *)zig_vips.vips_class_find("VipsOperation", nickname);
}

const char *zig_loader_nickname(const char *name_with_options)
{
    const char *name = zig_vips.vips_foreign_find_load(name_with_options);
    const VipsOperationClass *class = name ? loader_class(name) : NULL;
    return class ? ((const VipsObjectClass *)class)->nickname : NULL;
}

int zig_loader_exists(const char *nickname)
{
    return loader_class(nickname) != NULL;
}

int zig_loader_is_trusted(const char *nickname)
{
    const VipsOperationClass *class = loader_class(nickname);
    return class && (class->flags & VIPS_OPERATION_UNTRUSTED) == 0;
}

// Whether a loader has an option.
static int knows(VipsOperation *loader, const char *option)
{
    return g_object_class_find_property(G_OBJECT_GET_CLASS(loader), option) != NULL;
}

// Opens an associated image of a slide. The loader's own option would make libvips 8.14.1 call OpenSlide with
// an invalid address.
static VipsImage *associated_image(VipsImage *slide, const char *name)
{
    char field[256];
    snprintf(field, sizeof field, "openslide.associated.%s", name);
    VipsImage *image = NULL;
    if (zig_vips.vips_image_get_image(slide, field, &image) != 0) image = NULL;
    g_object_unref(slide);
    return image;
}

VipsImage *zig_image_open(const char *path, const char *nickname, int sequential,
                          VipsFailOn fail_on, int page, double dpi, int level,
                          const char *level_option, const char *associated)
{
    int is_svg = strcmp(nickname, "svgload") == 0;
    VipsOperation *loader = zig_vips.vips_operation_new(is_svg ? "svgload_source" : nickname);
    if (!loader) return NULL;
    if (is_svg) {
        // librsvg does not receive the file's name, so it cannot draw other files of the folder.
        VipsSource *source = zig_vips.vips_source_new_from_file(path);
        if (!source) {
            g_object_unref(loader);
            return NULL;
        }
        g_object_set(loader, "source", source, NULL);
        g_object_unref(source);
    } else {
        g_object_set(loader, "filename", path, NULL);
    }
    g_object_set(loader, "access",
                 sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM, "fail_on", fail_on,
                 NULL);
    if (page >= 0 && knows(loader, "page")) g_object_set(loader, "page", page, NULL);
    if (level >= 0 && knows(loader, level_option)) g_object_set(loader, level_option, level, NULL);
    if (associated && knows(loader, "attach-associated"))
        g_object_set(loader, "attach-associated", TRUE, NULL);
    if (dpi > 0 && knows(loader, "dpi")) g_object_set(loader, "dpi", dpi, NULL);
    VipsImage *image = NULL;
    if (zig_vips.vips_cache_operation_buildp(&loader) == 0)
        g_object_get(loader, "out", &image, NULL);
    zig_vips.vips_object_unref_outputs((VipsObject *)loader);
    g_object_unref(loader);
    return associated && image ? associated_image(image, associated) : image;
}

int zig_image_resize(VipsImage *in, VipsImage **out, int width, int height, int has_alpha)
{
    VipsImage *stages[4] = {NULL, NULL, NULL, NULL};
    int status = 0;
    if (has_alpha) status = zig_vips.vips_premultiply(in, &stages[0], NULL);
    if (status == 0)
        status = zig_vips.vips_resize(has_alpha ? stages[0] : in, &stages[1],
                                      (double)width / in->Xsize, "vscale",
                                      (double)height / in->Ysize, NULL);
    if (status == 0 && has_alpha)
        status = zig_vips.vips_unpremultiply(stages[1], &stages[2], NULL);
    if (status == 0) status = zig_image_cast(stages[has_alpha ? 2 : 1], &stages[3], in->BandFmt);
    if (status == 0) status = zig_image_extract_area(stages[3], out, 0, 0, width, height);
    for (int i = 0; i < 4; i++)
        if (stages[i]) g_object_unref(stages[i]);
    return status;
}

int zig_image_flatten(VipsImage *in, VipsImage **out, const double *background, int count)
{
    VipsArrayDouble *array = zig_vips.vips_array_double_new(background, count);
    if (!array) return -1;
    int result = zig_vips.vips_flatten(in, out, "background", array, NULL);
    zig_vips.vips_area_unref((VipsArea *)array);
    return result;
}

int zig_image_stretch(VipsImage *in, VipsImage **out, double factor, double offset,
                      VipsBandFormat format)
{
    VipsImage *stretched = NULL;
    int status = zig_vips.vips_linear1(in, &stretched, factor, offset, NULL)
        || zig_image_cast(stretched, out, format);
    if (stretched) g_object_unref(stretched);
    if (status == 0 && format == VIPS_FORMAT_UCHAR)
        (*out)->Type = in->Bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    if (status == 0 && format == VIPS_FORMAT_USHORT)
        (*out)->Type = in->Bands < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16;
    return status;
}

VipsPel *zig_region_address(VipsRegion *region, int x, int y)
{
    size_t sample = (size_t)zig_vips.vips_format_sizeof_unsafe(region->im->BandFmt);
    return region->data + (size_t)(y - region->valid.top) * (size_t)region->bpl
        + (size_t)(x - region->valid.left) * sample * (size_t)region->im->Bands;
}

static int fill_rows(VipsRegion *out, void *sequence, void *fill, void *context, gboolean *stop)
{
    (void)sequence, (void)stop;
    VipsRect area = out->valid;
    for (int y = area.top; y < area.top + area.height; y++) {
        VipsPel *pixels = zig_region_address(out, area.left, y);
        if (((ZigFillRow)fill)(context, area.left, y, area.width, pixels) != 0) {
            zig_vips.vips_error("ziggurat", "no further rows");
            return -1;
        }
    }
    return 0;
}

static VipsImage *drawn(int width, int height, int bands, VipsBandFormat format,
                        VipsInterpretation interpretation, VipsDemandStyle style, ZigFillRow fill,
                        void *context, GDestroyNotify release)
{
    VipsImage *image = zig_vips.vips_image_new();
    if (release) g_object_set_data_full((GObject *)image, "ziggurat-rows", context, release);
    zig_vips.vips_image_init_fields(
        image, width, height, bands, format, VIPS_CODING_NONE, interpretation, 1, 1);
    if (zig_vips.vips_image_pipelinev(image, style, NULL) == 0
        && zig_vips.vips_image_generate(image, NULL, fill_rows, NULL, (void *)fill, context) == 0)
        return image;
    g_object_unref(image);
    return NULL;
}

VipsImage *zig_image_from_rows(int width, int height, int bands, VipsBandFormat format,
                               VipsInterpretation interpretation, ZigFillRow fill, void *context,
                               GDestroyNotify release)
{
    VipsImage *image = drawn(width, height, bands, format, interpretation,
                             VIPS_DEMAND_STYLE_THINSTRIP, fill, context, release);
    VipsImage *result = NULL;
    if (!image) return NULL;
    zig_vips.vips_image_set_int(image, VIPS_META_SEQUENTIAL, 1);
    if (zig_vips.vips_sequential(image, &result, NULL) != 0) result = NULL;
    g_object_unref(image);
    return result;
}

double zig_linear_light(double value)
{
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static int unassociate(VipsRegion *out, void *sequence, void *in, void *context, gboolean *stop)
{
    (void)in, (void)stop;
    VipsRegion *source = sequence;
    const zig_association *association = context;
    VipsRect area = out->valid;
    if (zig_vips.vips_region_prepare(source, &area) != 0) return -1;
    int colours = source->im->Bands - 1;
    for (int y = area.top; y < area.top + area.height; y++) {
        const float *from = (const float *)(void *)zig_region_address(source, area.left, y);
        float *to = (float *)(void *)zig_region_address(out, area.left, y);
        for (int x = 0; x < area.width; x++, from += colours + 1) {
            float alpha = from[colours] / association->stored_opacity;
            alpha = alpha > 0 ? alpha < 1 ? alpha : 1 : 0;
            if (association->flattens) {
                for (int band = 0; band < colours; band++)
                    *to++ = from[band] + (1 - alpha) * association->background[band];
                continue;
            }
            for (int band = 0; band < colours; band++) {
                float light = from[band] / association->white;
                if (light > alpha) alpha = light < 1 ? light : 1;
            }
            for (int band = 0; band < colours; band++) *to++ = alpha > 0 ? from[band] / alpha : 0;
            *to++ = alpha * association->opacity;
        }
    }
    return 0;
}

int zig_image_unassociate(VipsImage *in, VipsImage **out, const zig_association *association)
{
    VipsImage *image = zig_vips.vips_image_new();
    zig_association *copy = g_malloc(sizeof *copy);
    *copy = *association;
    g_object_set_data_full((GObject *)image, "ziggurat-association", copy, g_free);
    g_object_set_data_full((GObject *)image, "ziggurat-source", g_object_ref(in), g_object_unref);
    if (zig_vips.vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, in, NULL) == 0) {
        image->Bands = in->Bands - (association->flattens ? 1 : 0);
        if (zig_vips.vips_image_generate(
                image, zig_vips.vips_start_one, unassociate, zig_vips.vips_stop_one, in, copy) == 0) {
            *out = image;
            return 0;
        }
    }
    g_object_unref(image);
    return -1;
}

static void *copy_field(VipsImage *from, const char *name, GValue *value, void *to)
{
    (void)from;
    static const char *const own[] = {"width", "height", "bands", "format", "coding", "interpretation", "xoffset",
                                      "yoffset", "xres", "yres", "filename", VIPS_META_SEQUENTIAL};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i]) == 0) return NULL;
    zig_vips.vips_image_set(to, name, value);
    return NULL;
}

void zig_image_copy_fields(VipsImage *from, VipsImage *to)
{
    to->Type = from->Type;
    to->Xres = from->Xres;
    to->Yres = from->Yres;
    zig_vips.vips_image_map(from, copy_field, to);
}

struct reporting {
    ZigReport report;
    void *context;
};

static void on_progress(VipsImage *image, const VipsProgress *progress, struct reporting *to)
{
    double total = progress->tpels > 0 ? (double)progress->tpels : 1;
    double part = (double)progress->npels / total;
    if (!to->report(to->context, part < 1 ? part : 1)) zig_vips.vips_image_set_kill(image, TRUE);
}

int zig_image_draw(const char *name_with_options, int width, int height, ZigFillRow fill,
                   ZigReport report, void *context)
{
    VipsImage *image = drawn(width, height, 3, VIPS_FORMAT_UCHAR, VIPS_INTERPRETATION_sRGB,
                             VIPS_DEMAND_STYLE_FATSTRIP, fill, context, NULL);
    if (!image) return -1;
    struct reporting to = {report, context};
    zig_vips.vips_image_set_progress(image, TRUE);
    g_signal_connect(image, "eval", G_CALLBACK(on_progress), &to);
    int status = zig_image_write_to_file(image, name_with_options);
    g_object_unref(image);
    return status;
}
