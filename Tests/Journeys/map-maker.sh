# A map maker exports tiles for map clients. Judges: GDAL, SQLite and the reader of PMTiles.
. "${BASH_SOURCE%/*}/journey.sh"

photograph seeding photo.jpg
guide web-viewers
zoom=$(find public/photo/xyz -mindepth 1 -maxdepth 1 -type d -name '[0-9]*' | wc -l)
claims web-viewers '`levels` of the bundle in `ziggurat.json`, minus 1' "^$((zoom - 1))\$" \
    jq '.bundles[] | select(.layout == "xyz") | .levels - 1' public/photo/ziggurat.json
[[ -d public/photo/xyz/$((zoom - 1)) && ! -e public/photo/xyz/$zoom ]] || fail "another highest zoom"
ziggurat export photo.jpg --container mbtiles --format png --output files
ziggurat export photo.jpg --container pmtiles --output archives

# GDAL reads the pixels of the image from the MBTiles file.
vips copy photo.jpg expected.png
gdal_translate -q -of PNG files/photo/photo.mbtiles whole.png
width=$(vipsheader -f width photo.jpg) height=$(vipsheader -f height photo.jpg)
vips crop whole.png found.png 0 0 "$width" "$height"
vips extract_band found.png colours.png 0 --n 3
vips subtract expected.png colours.png difference.v
vips abs difference.v distance.v
largest=$(vips max distance.v)
[[ ${largest%.*} -eq 0 ]] || fail "GDAL reads other pixels from the MBTiles: $largest"

[[ $(sqlite3 files/photo/photo.mbtiles "select value from metadata where name = 'format'") == png ]]
judge - archives/photo/photo.pmtiles <<'END'
import sys
from pmtiles.reader import MmapSource, Reader

with open(sys.argv[1], "rb") as file:
    reader = Reader(MmapSource(file))
    assert reader.get(0, 0, 0).startswith(b"\xff\xd8"), "zoom 0 is not a JPEG"
    assert not reader.get(20, 0, 0)
END
