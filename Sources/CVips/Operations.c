#include "Library.h"

// Packed samples as ordinary ones.
int zig_image_decode(VipsImage *in, VipsImage **out)
{
    return zig_vips.vips_image_decode(in, out);
}

int zig_image_autorot(VipsImage *in, VipsImage **out)
{
    return zig_vips.vips_autorot(in, out, NULL);
}

// From the embedded profile, or from the fallback where there is none, to 8-bit sRGB.
int zig_image_icc_to_srgb(VipsImage *in, VipsImage **out, const char *fallback)
{
    return zig_vips.vips_icc_transform(
        in, out, "srgb", "embedded", TRUE, "input_profile", fallback, "intent",
        VIPS_INTENT_RELATIVE, "black_point_compensation", TRUE, "depth", 8, NULL);
}

int zig_image_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space)
{
    return zig_vips.vips_colourspace(in, out, space, NULL);
}

// On a background of one sample for each band of the colour.
int zig_image_flatten(VipsImage *in, VipsImage **out, const double *background, int count)
{
    VipsArrayDouble *array = zig_vips.vips_array_double_new(background, count);
    if (!array) return -1;
    int result = zig_vips.vips_flatten(in, out, "background", array, NULL);
    zig_vips.vips_area_unref((VipsArea *)array);
    return result;
}

// Of 16 bits the upper half; everything else as it is, cut off where 8 bits end.
int zig_image_eight_bits(VipsImage *in, VipsImage **out)
{
    gboolean is_wide = zig_vips.vips_image_get_format(in) == VIPS_FORMAT_USHORT;
    return zig_vips.vips_cast(in, out, VIPS_FORMAT_UCHAR, "shift", is_wide, NULL);
}

int zig_image_extract_bands(VipsImage *in, VipsImage **out, int first, int count)
{
    return zig_vips.vips_extract_band(in, out, first, "n", count, NULL);
}

// Scales every band by its own factor; one factor serves all.
int zig_image_linear(VipsImage *in, VipsImage **out, const double *factors, int count)
{
    static const double zero[4] = {0, 0, 0, 0};
    return zig_vips.vips_linear(in, out, factors, zero, count, NULL);
}

int zig_image_bandjoin2(VipsImage *colour, VipsImage *alpha, VipsImage **out)
{
    return zig_vips.vips_bandjoin2(colour, alpha, out, NULL);
}

// To memory that g_free() takes back.
int zig_image_avif(VipsImage *in, void **bytes, size_t *length, int quality, int lossless)
{
    return zig_vips.vips_heifsave_buffer(
        in, bytes, length, "Q", quality, "lossless", lossless, "compression",
        VIPS_FOREIGN_HEIF_COMPRESSION_AV1,
        // Without it libvips halves the colour of lossless pictures too.
        "subsample_mode", lossless ? VIPS_FOREIGN_SUBSAMPLE_OFF : VIPS_FOREIGN_SUBSAMPLE_AUTO,
        "strip", TRUE, NULL);
}
