// Writes kinds of lossless JPEG XL files that the vips command does not write:
//
//   jpeg-xl-writer WIDTH HEIGHT BANDS ORIENTATION SAMPLES OUTPUT [BOX CONTENT]…
//
// SAMPLES is a file of 8-bit samples with 1, 3 or 4 bands. A single band becomes linear grey in floating-point numbers
// from 0 to 1. Each BOX is a name of four characters. CONTENT is a file, which is compressed.
#include <jxl/encode.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int is_right, const char *name)
{
    if (is_right) return;
    fprintf(stderr, "jpeg-xl-writer: %s\n", name);
    exit(1);
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    check(file != NULL, path);
    uint8_t *bytes = malloc(1 << 24);
    check(bytes != NULL, "malloc");
    *size = fread(bytes, 1, 1 << 24, file);
    fclose(file);
    return bytes;
}

static void describe(JxlEncoder *encoder, char **arguments)
{
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = (uint32_t)atoi(arguments[1]);
    info.ysize = (uint32_t)atoi(arguments[2]);
    info.bits_per_sample = 8;
    info.uses_original_profile = JXL_TRUE;
    info.orientation = (JxlOrientation)atoi(arguments[4]);
    if (atoi(arguments[3]) == 4) {
        info.num_extra_channels = 1;
        info.alpha_bits = 8;
    }
    int is_grey = atoi(arguments[3]) == 1;
    if (is_grey) {
        info.num_color_channels = 1;
        info.bits_per_sample = 32;
        info.exponent_bits_per_sample = 8;
    }
    check(JxlEncoderSetBasicInfo(encoder, &info) == JXL_ENC_SUCCESS, "JxlEncoderSetBasicInfo");
    JxlColorEncoding colours;
    if (is_grey)
        JxlColorEncodingSetToLinearSRGB(&colours, JXL_TRUE);
    else
        JxlColorEncodingSetToSRGB(&colours, JXL_FALSE);
    check(JxlEncoderSetColorEncoding(encoder, &colours) == JXL_ENC_SUCCESS, "JxlEncoderSetColorEncoding");
}

static void write_output(JxlEncoder *encoder, const char *path)
{
    FILE *file = fopen(path, "wb");
    check(file != NULL, path);
    uint8_t part[65536];
    JxlEncoderStatus status;
    do {
        uint8_t *next = part;
        size_t left = sizeof part;
        status = JxlEncoderProcessOutput(encoder, &next, &left);
        size_t count = (size_t)(next - part);
        check(status != JXL_ENC_ERROR && fwrite(part, 1, count, file) == count, "JxlEncoderProcessOutput");
    } while (status == JXL_ENC_NEED_MORE_OUTPUT);
    check(fclose(file) == 0, path);
}

int main(int count, char **arguments)
{
    check(count >= 7 && count % 2 == 1, "wrong arguments");
    JxlEncoder *encoder = JxlEncoderCreate(NULL);
    check(encoder != NULL, "JxlEncoderCreate");
    check(JxlEncoderUseContainer(encoder, JXL_TRUE) == JXL_ENC_SUCCESS, "JxlEncoderUseContainer");
    describe(encoder, arguments);
    if (count > 7) check(JxlEncoderUseBoxes(encoder) == JXL_ENC_SUCCESS, "JxlEncoderUseBoxes");
    size_t size;
    for (int index = 7; index < count; index += 2) {
        uint8_t *content = read_file(arguments[index + 1], &size);
        check(JxlEncoderAddBox(encoder, arguments[index], content, size, JXL_TRUE) == JXL_ENC_SUCCESS,
              "JxlEncoderAddBox");
        free(content);
    }
    JxlEncoderFrameSettings *settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
    check(JxlEncoderSetFrameLossless(settings, JXL_TRUE) == JXL_ENC_SUCCESS, "JxlEncoderSetFrameLossless");
    JxlPixelFormat format = {.num_channels = (uint32_t)atoi(arguments[3]), .data_type = JXL_TYPE_UINT8};
    uint8_t *samples = read_file(arguments[5], &size);
    float *light = malloc(size * sizeof *light);
    check(light != NULL, "malloc");
    for (size_t index = 0; index < size; index++) light[index] = samples[index] / 255.0f;
    int is_grey = format.num_channels == 1;
    if (is_grey) format.data_type = JXL_TYPE_FLOAT;
    check(JxlEncoderAddImageFrame(settings, &format, is_grey ? (void *)light : samples,
                                  is_grey ? size * sizeof *light : size) == JXL_ENC_SUCCESS,
          "JxlEncoderAddImageFrame");
    free(samples);
    free(light);
    JxlEncoderCloseInput(encoder);
    write_output(encoder, arguments[6]);
    JxlEncoderDestroy(encoder);
    return 0;
}
