#include "Exif.h"

#include <libexif/exif-data.h>

zig_exif *zig_exif_open(const uint8_t *bytes, size_t length)
{
    ExifData *exif = exif_data_new();
    if (!exif) return NULL;
    // By default, libexif adds fields that are missing in the file.
    exif_data_unset_option(exif, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
    exif_data_load_data(exif, bytes, (unsigned int)length);
    return exif;
}

void zig_exif_close(zig_exif *exif)
{
    exif_data_unref(exif);
}

static const struct {
    ExifIfd directory;
    ExifTag tag;
} places[] = {
    [ZIG_EXIF_ORIENTATION] = {EXIF_IFD_0, EXIF_TAG_ORIENTATION},
    [ZIG_EXIF_DESCRIPTION] = {EXIF_IFD_0, EXIF_TAG_IMAGE_DESCRIPTION},
    [ZIG_EXIF_ARTIST] = {EXIF_IFD_0, EXIF_TAG_ARTIST},
    [ZIG_EXIF_COPYRIGHT] = {EXIF_IFD_0, EXIF_TAG_COPYRIGHT},
    [ZIG_EXIF_CHANGED] = {EXIF_IFD_0, EXIF_TAG_DATE_TIME},
    [ZIG_EXIF_TAKEN] = {EXIF_IFD_EXIF, EXIF_TAG_DATE_TIME_ORIGINAL},
    [ZIG_EXIF_INTEROPERABILITY] = {EXIF_IFD_INTEROPERABILITY, EXIF_TAG_INTEROPERABILITY_INDEX},
};

zig_exif_value zig_exif_get(const zig_exif *exif, zig_exif_field field)
{
    zig_exif_value value = {.number = -1};
    const ExifContent *content = exif->ifd[places[field].directory];
    if (!content) return value;
    for (unsigned int index = 0; index < content->count; index++) {
        const ExifEntry *entry = content->entries[index];
        if (entry->tag != places[field].tag || value.count++ > 0) continue;
        value.is_text = entry->format == EXIF_FORMAT_ASCII;
        value.bytes = entry->data;
        value.length = entry->data ? entry->size : 0;
        if (entry->format == EXIF_FORMAT_SHORT && entry->components == 1 && value.length >= 2)
            value.number = exif_get_short(entry->data, exif_data_get_byte_order((ExifData *)exif));
    }
    return value;
}
