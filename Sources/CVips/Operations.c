#include "Library.h"

// Turns packed samples into ordinary ones.
int zig_image_decode(VipsImage *in, VipsImage **out)
{
    return zig_vips.vips_image_decode(in, out);
}

int zig_image_extract_area(VipsImage *in, VipsImage **out, int x, int y, int width, int height)
{
    return zig_vips.vips_extract_area(in, out, x, y, width, height, NULL);
}

// Reduces samples of 8 or 16 bits to a size. has_alpha: the last band is alpha.
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
    if (status == 0)
        status = zig_vips.vips_cast(stages[has_alpha ? 2 : 1], &stages[3], in->BandFmt, NULL);
    if (status == 0) status = zig_image_extract_area(stages[3], out, 0, 0, width, height);
    for (int i = 0; i < 4; i++)
        if (stages[i]) zig_object_unref(stages[i]);
    return status;
}

// Converts from the embedded profile, else from the fallback, to sRGB of 8 or 16 bits a sample.
int zig_image_icc_to_srgb(VipsImage *in, VipsImage **out, const char *fallback, VipsIntent intent,
                          int depth)
{
    return zig_vips.vips_icc_transform(in, out, "srgb", "embedded", TRUE, "input_profile", fallback,
                                       "intent", intent, "black_point_compensation", TRUE, "depth",
                                       depth, NULL);
}

int zig_image_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space)
{
    return zig_vips.vips_colourspace(in, out, space, NULL);
}

// Flattens on a background of one sample for each band of the colour.
int zig_image_flatten(VipsImage *in, VipsImage **out, const double *background, int count)
{
    VipsArrayDouble *array = zig_vips.vips_array_double_new(background, count);
    if (!array) return -1;
    int result = zig_vips.vips_flatten(in, out, "background", array, NULL);
    zig_vips.vips_area_unref((VipsArea *)array);
    return result;
}

int zig_image_cast(VipsImage *in, VipsImage **out, VipsBandFormat format)
{
    return zig_vips.vips_cast(in, out, format, NULL);
}

// Multiplies every sample, adds an offset and clips to the format. Results of 8 or 16 bits are grey or
// RGB.
int zig_image_stretch(VipsImage *in, VipsImage **out, double factor, double offset,
                      VipsBandFormat format)
{
    VipsImage *stretched = NULL;
    int status = zig_vips.vips_linear1(in, &stretched, factor, offset, NULL)
        || zig_image_cast(stretched, out, format);
    if (stretched) zig_object_unref(stretched);
    if (status == 0 && format == VIPS_FORMAT_UCHAR)
        (*out)->Type = in->Bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    if (status == 0 && format == VIPS_FORMAT_USHORT)
        (*out)->Type = in->Bands < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16;
    return status;
}

// Takes the upper half of 16 bits; clips other numbers to 8 bits.
int zig_image_eight_bits(VipsImage *in, VipsImage **out)
{
    gboolean is_wide = in->BandFmt == VIPS_FORMAT_USHORT;
    return zig_vips.vips_cast(in, out, VIPS_FORMAT_UCHAR, "shift", is_wide, NULL);
}

// Spreads 8 bits over 16: 255 becomes 65,535.
int zig_image_sixteen_bits(VipsImage *in, VipsImage **out)
{
    return zig_image_stretch(in, out, 257, 0, VIPS_FORMAT_USHORT);
}

int zig_image_extract_bands(VipsImage *in, VipsImage **out, int first, int count)
{
    return zig_vips.vips_extract_band(in, out, first, "n", count, NULL);
}

int zig_image_bandjoin2(VipsImage *colour, VipsImage *alpha, VipsImage **out)
{
    return zig_vips.vips_bandjoin2(colour, alpha, out, NULL);
}

static gboolean has_no_profile(VipsImage *image)
{
    return !zig_image_has(image, VIPS_META_ICC_NAME);
}

int zig_image_encode(VipsImage *in, const char *suffix, void **bytes, size_t *length)
{
    return zig_vips.vips_image_write_to_buffer(in, suffix, bytes, length, "strip",
                                               has_no_profile(in), NULL);
}
