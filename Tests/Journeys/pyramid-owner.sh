# The owner of pyramids and maps of other programs checks and converts them. Judges: libvips, unzip,
# GDAL, SQLite and the reader of PMTiles.
. "${BASH_SOURCE%/*}/journey.sh"

photograph umang photo.jpg
mkdir old
vips dzsave photo.jpg old/photo
vips dzsave photo.jpg old/plain --overlap 0 --tile-size 256
gdal_translate -q -a_srs EPSG:4326 -a_ullr 10 51 12 50 photo.jpg photo.tif
gdal2tiles.py -q -p mercator -z 5-9 -w none photo.tif old/map
guide existing-pyramids

# Each tile has the bytes that libvips wrote.
mkdir unpacked
unzip -qq new/photo/photo.szi -d unpacked
find old/photo_files -name '*.jpeg' | while read -r tile; do
    copy=${tile#old/}
    cmp "$tile" "unpacked/photo/${copy%.jpeg}.jpg"
done
cmp old/plain_files/10/1_1.jpeg maps/plain/xyz/2/1/1.jpg ||
    cmp old/plain_files/11/1_1.jpeg maps/plain/xyz/3/1/1.jpg

# In each container, the map has the tiles and the location of the map by gdal2tiles.
judge - old/map web/map.mbtiles web/map.pmtiles web/map <<'END'
import json, pathlib, sqlite3, sys
import xml.etree.ElementTree
from pmtiles.reader import MmapSource, Reader

old, mbtiles, pmtiles, new = map(pathlib.Path, sys.argv[1:])
box = xml.etree.ElementTree.parse(old / "tilemapresource.xml").find("BoundingBox")
edges = [float(box.get(name)) for name in ("minx", "miny", "maxx", "maxy")]
base = sqlite3.connect(mbtiles)
text, = base.execute("select value from metadata where name = 'bounds'").fetchone()
with open(pmtiles, "rb") as file:
    reader = Reader(MmapSource(file))
    header = reader.header()
    count = 0
    for path in old.glob("*/*/*.png"):
        z, x, y = int(path.parts[-3]), int(path.parts[-2]), int(path.stem)
        row, data = 2**z - 1 - y, path.read_bytes()
        found = base.execute("select tile_data from tiles where zoom_level = ? "
                             "and tile_column = ? and tile_row = ?", (z, x, y)).fetchone()
        assert found == (data,), path
        assert reader.get(z, x, row) == data, path
        assert (new / f"{z}/{x}/{row}.png").read_bytes() == data, path
        count += 1
assert count > 20 and (header["min_zoom"], header["max_zoom"]) == (5, 9)
found = [[float(part) for part in text.split(",")],
         [header[f"{name}_e7"] / 1e7 for name in ("min_lon", "min_lat", "max_lon", "max_lat")],
         json.loads((new / "tilejson.json").read_text())["bounds"]]
assert all(abs(a - b) < 1e-6 for bounds in found for a, b in zip(bounds, edges)), found
END
gdalinfo web/map.mbtiles | grep -q '^Upper Left  ( 1113194.9'

# The negative controls: a missing tile is found in a map and in a pyramid.
rm web/map/8/136/86.png
if ziggurat verify web/map >/dev/null 2>&1; then fail "verify accepts a missing tile of a map"; fi
rm old/photo_files/9/0_0.jpeg
if ziggurat verify old/photo.dzi >/dev/null 2>&1; then fail "verify accepts a missing tile"; fi
