"""Prints the tiles of a map as JSON: map-tiles.py PATH [SCHEME].

PATH is an MBTiles or PMTiles file, or a folder of the scheme xyz, tms or google. Tiles are listed as
z/x/y with their SHA-256, rows from the top. MBTiles are read by SQLite, PMTiles by the package
`pmtiles`.
"""
import hashlib
import json
import os
import pathlib
import sqlite3
import sys
import xml.etree.ElementTree

place = pathlib.Path(sys.argv[1])
tiles = {}
result = {"tiles": tiles}


def add(zoom, column, row, data):
    key = f"{zoom}/{column}/{row}"
    assert key not in tiles, f"{key} twice"
    tiles[key] = hashlib.sha256(data).hexdigest()


def numbers(text):
    return [float(part) for part in text.split(",")]


if place.suffix == ".mbtiles":
    base = sqlite3.connect(f"file:{place}?mode=ro", uri=True)
    assert base.execute("pragma integrity_check").fetchone() == ("ok",)
    for zoom, column, row, data in base.execute(
            "select zoom_level, tile_column, tile_row, tile_data from tiles"):
        add(zoom, column, 2**zoom - 1 - row, data)
    rows = base.execute("select name, value from metadata").fetchall()
    fields = dict(rows)
    assert len(fields) == len(rows), "a field twice"
    fields |= json.loads(fields.pop("json", "{}"))
    if "bounds" in fields:
        result["bounds"] = numbers(fields.pop("bounds"))
    if "center" in fields:
        result["center"] = numbers(fields.pop("center"))
    result["zooms"] = [int(fields.pop(name, -1)) for name in ("minzoom", "maxzoom")]
    result["format"] = fields.pop("format", "")
elif place.suffix == ".pmtiles":
    from pmtiles.reader import MmapSource, Reader, all_tiles

    with open(place, "rb") as file:
        source = MmapSource(file)
        header, fields = Reader(source).header(), Reader(source).metadata()
        for (zoom, column, row), data in all_tiles(source):
            add(zoom, column, row, data)
    edges = ("min_lon_e7", "min_lat_e7", "max_lon_e7", "max_lat_e7")
    result["bounds"] = [header[edge] / 1e7 for edge in edges]
    result["center"] = [
        header["center_lon_e7"] / 1e7, header["center_lat_e7"] / 1e7, header["center_zoom"]]
    result["zooms"] = [header["min_zoom"], header["max_zoom"]]
    kind = header["tile_type"].name.lower()
    result["format"] = {"mvt": "pbf", "jpeg": "jpg"}.get(kind, kind)
    result["compression"] = header["tile_compression"].name.lower()
    assert header["addressed_tiles_count"] == len(tiles)
else:
    scheme = sys.argv[2]
    endings = set()
    for file in place.glob("*/*/*.*"):
        zoom, folder, name = file.relative_to(place).parts
        name, ending = os.path.splitext(name)
        zoom, folder, number = int(zoom), int(folder), int(name)
        column, row = (number, folder) if scheme == "google" else (folder, number)
        add(zoom, column, 2**zoom - 1 - row if scheme == "tms" else row, file.read_bytes())
        endings.add(ending[1:])
    result["format"] = endings.pop() if len(endings) == 1 else sorted(endings)
    fields = {}
    document = place / "tilejson.json"
    if document.exists():
        fields = json.loads(document.read_text())
        assert fields.pop("tilejson") == "3.0.0"
        assert fields.pop("scheme") == ("tms" if scheme == "tms" else "xyz")
        assert fields.pop("format") == result["format"]
        result["template"] = fields.pop("tiles")[0]
        result["bounds"], result["center"] = fields.pop("bounds"), fields.pop("center")
        result["zooms"] = [fields.pop("minzoom"), fields.pop("maxzoom")]
    if scheme == "tms":
        resource = xml.etree.ElementTree.parse(place / "tilemapresource.xml").getroot()
        box = resource.find("BoundingBox")
        edges = [float(box.get(name)) for name in ("minx", "miny", "maxx", "maxy")]
        assert result.setdefault("bounds", edges) == edges
        sets = resource.find("TileSets")
        orders = [int(part.get("order")) for part in sets]
        assert sets.get("profile") == "mercator"
        assert result.setdefault("zooms", [orders[0], orders[-1]]) == [orders[0], orders[-1]]
        assert resource.find("TileFormat").get("extension") == result["format"]
        for name, path in (("name", "Title"), ("description", "Abstract"),
                           ("attribution", "Attribution/Title")):
            text = resource.findtext(path, default="")
            assert not text or fields.setdefault(name, text) == text
result["isRepacked"] = fields.pop("repacked_by", "").startswith("Ziggurat")
result["fields"] = fields
json.dump(result, sys.stdout)
