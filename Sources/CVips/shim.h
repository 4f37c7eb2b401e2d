#pragma once
#include <vips/vips.h>

/// Makes a file name with options (`picture.jpg[Q=90]`) the destination of an image.
/// vips_image_write_to_file() takes a list of further options, which Swift cannot pass.
static inline int zig_image_write_to_file(VipsImage *image, const char *name_with_options) {
	return vips_image_write_to_file(image, name_with_options, NULL);
}

/// The address of a pixel that a region holds: VIPS_REGION_ADDR() is a macro.
static inline VipsPel *zig_region_address(VipsRegion *region, int x, int y) {
	return VIPS_REGION_ADDR(region, x, y);
}

/// Calls `callback` on the writing thread each time a part of the image has been computed.
/// g_signal_connect() is a macro, and GCallback hides the type of what is called.
static inline void zig_image_on_progress(VipsImage *image,
	void (*callback)(VipsImage *, VipsProgress *, void *), void *data) {
	vips_image_set_progress(image, TRUE);
	g_signal_connect(image, "eval", G_CALLBACK(callback), data);
}

/// Says that an image is made from nothing but its own generator, and in what shape of pieces.
/// vips_image_pipelinev() takes a list of input images, which Swift cannot pass.
static inline int zig_image_pipeline(VipsImage *image, VipsDemandStyle hint) {
	return vips_image_pipelinev(image, hint, NULL);
}

/// Opens an image file for reading in any order.
/// vips_image_new_from_file() takes a list of further options, which Swift cannot pass.
static inline VipsImage *zig_image_open(const char *name) {
	return vips_image_new_from_file(name, NULL);
}
