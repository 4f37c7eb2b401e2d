# A pathologist exports a slide as a folder and as one file. Judges: unzip, xmllint and large_image.
. "${BASH_SOURCE%/*}/journey.sh"

photograph Dragonfly photo.v
vips tiffsave photo.v slide.tif --tile --pyramid --compression jpeg --xres 4000 --yres 4000 --resunit cm
guide slides
claims slides 'such as `0.25 µm per pixel`' '^slide: 1200 × [0-9]+ pixels.*, 0\.25 µm per pixel' ziggurat plan slide.tif
# The negative control: a slide without a pixel size.
vips tiffsave photo.v plain.tif --tile --pyramid --compression jpeg
[[ $(ziggurat plan plain.tif) != *µm* ]] || fail "the size of a pixel is invented"

unzip -tqq files/slide/slide.szi
# SZI: all entries are stored without compression.
if unzip -v files/slide/slide.szi | awk '$2 == "Defl:N"' | grep -q .; then
    fail "an entry of the SZI file is compressed"
fi
unzip -p files/slide/slide.szi slide/scan-properties.xml >properties.xml
microns=$(xmllint --xpath 'string(//*[local-name() = "name"][. = "MicronsPerPixel"]/../*[local-name() = "value"])' properties.xml)
# 4000 pixels for each millimetre.
[[ $microns == 0.25 ]] || fail "the SZI file states '$microns' micrometres per pixel, not 0.25"
judge - public/slide/dzi/slide.dzi <<'END'
import sys
import large_image_source_deepzoom

source = large_image_source_deepzoom.open(sys.argv[1])
assert source.sizeX == 1200, source.sizeX
END
