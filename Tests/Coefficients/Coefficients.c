// Prints the coefficients of a JPEG as libjpeg reads them, without decoding the image:
//
//   coefficients FILE
//
// For every component, in the byte order of the machine: its width and height in whole blocks (32 bits
// each), the 64 numbers of its quantisation table (16 bits each), and its blocks, row by row, of 64
// coefficients each (16 bits). Tables and blocks are in rows from the lowest frequency.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

static void print(const void *bytes, size_t size, size_t count)
{
    if (fwrite(bytes, size, count, stdout) != count) exit(1);
}

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file) return 2;
    struct jpeg_decompress_struct source;
    // The standard handler ends the process with status 1 on an error.
    struct jpeg_error_mgr errors;
    source.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&source);
    jpeg_stdio_src(&source, file);
    jpeg_read_header(&source, TRUE);
    jvirt_barray_ptr *arrays = jpeg_read_coefficients(&source);
    for (int i = 0; i < source.num_components; i++) {
        jpeg_component_info *component = &source.comp_info[i];
        uint32_t size[2] = {component->width_in_blocks, component->height_in_blocks};
        print(size, sizeof size[0], 2);
        print(component->quant_table->quantval, sizeof(UINT16), DCTSIZE2);
        for (JDIMENSION y = 0; y < component->height_in_blocks; y++) {
            JBLOCKARRAY row = source.mem->access_virt_barray((j_common_ptr)&source, arrays[i], y, 1,
                                                             FALSE);
            print(row[0], sizeof(JBLOCK), component->width_in_blocks);
        }
    }
    jpeg_destroy_decompress(&source);
    fclose(file);
    // A warning means that the file is damaged.
    return fflush(stdout) != 0 || errors.num_warnings > 0;
}
