import Foundation
import TestSupport

/// Checks containers with other programs' readers.
enum OtherReaders {
    /// Runs a Python script, which fails with a line that names the fault.
    static func python(_ script: String, _ arguments: [String]) async throws -> CommandResult {
        try await Judge.run(script: script, arguments)
    }

    /// Compares an archive with a folder: the archive must have only the folder's files, with equal
    /// bytes.
    ///
    /// - Parameters:
    ///   - top: the archive's top folder.
    ///   - besides: further files in the archive.
    static func zip(
        _ archive: String, against folder: String, top: String, besides: [String] = []
    ) async throws -> CommandResult {
        try await python(zipScript, [archive, folder, top] + besides)
    }

    private static let zipScript = """
        import os, sys, zipfile
        path, folder, top = sys.argv[1:4]
        besides = {f"{top}/{name}" for name in sys.argv[4:]}
        archive = zipfile.ZipFile(path)
        broken = archive.testzip()
        if broken: sys.exit(f"{broken}: wrong checksum")
        names = archive.namelist()
        if len(set(names)) != len(names): sys.exit("a name stands there twice")
        files = {}
        for place, _, entries in os.walk(folder):
            for entry in entries:
                file = os.path.join(place, entry)
                files[f"{top}/{os.path.relpath(file, folder)}"] = file
        wrong = set(names) ^ (set(files) | besides)
        if wrong: sys.exit(f"only in one of them: {sorted(wrong)[:5]}")
        for entry in archive.infolist():
            if entry.compress_type != 0: sys.exit(f"{entry.filename}: compressed")
            if not entry.flag_bits & 0x800: sys.exit(f"{entry.filename}: not said to be UTF-8")
            if entry.external_attr >> 16 != 0o100644: sys.exit(f"{entry.filename}: mode")
            if entry.filename in files:
                with open(files[entry.filename], "rb") as file:
                    if archive.read(entry) != file.read(): sys.exit(f"{entry.filename}: differs")
        print(len(names))
        """

    /// Compares a PMTiles archive with a folder `z/x/y`.
    static func pmtiles(_ archive: String, against folder: String) async throws -> CommandResult {
        try await python(pmtilesScript, [archive, folder])
    }

    private static let pmtilesScript = """
        import glob, json, os, sys
        from pmtiles.reader import MmapSource, Reader, all_tiles
        path, folder = sys.argv[1:3]
        source = MmapSource(open(path, "rb"))
        reader = Reader(source)
        header = reader.header()
        tiles = {}
        for address, data in all_tiles(source):
            if address in tiles: sys.exit(f"{address}: twice")
            tiles[address] = data
        files = {}
        for file in glob.glob(glob.escape(folder) + "/[0-9]*/*/*"):
            z, x, y = file.split("/")[-3:]
            files[int(z), int(x), int(y.split(".")[0])] = open(file, "rb").read()
        if set(tiles) != set(files): sys.exit(f"other tiles: {sorted(set(tiles) ^ set(files))[:5]}")
        for address, data in files.items():
            if tiles[address] != data: sys.exit(f"{address}: differs")
            if reader.get(*address) != data: sys.exit(f"{address}: not found by its number")
        if header["addressed_tiles_count"] != len(tiles): sys.exit("wrong count of tiles")
        if header["tile_contents_count"] != len(set(tiles.values())): sys.exit("wrong contents")
        if header["tile_data_offset"] + header["tile_data_length"] != os.path.getsize(path):
            sys.exit("the file has another length")
        if header["root_offset"] + header["root_length"] > 16384: sys.exit("the root is too long")
        if not header["clustered"]: sys.exit("not clustered")
        if header["min_lon_e7"] >= header["max_lon_e7"] or header["min_lat_e7"] >= header["max_lat_e7"]:
            sys.exit("the bounds have no area")
        zooms = {address[0] for address in tiles}
        if (header["min_zoom"], header["max_zoom"]) != (min(zooms), max(zooms)): sys.exit("zooms")
        header = {name: getattr(value, "name", value) for name, value in header.items()}
        print(json.dumps({"header": header, "metadata": reader.metadata()}))
        """

    /// Compares an MBTiles database with a folder `z/x/y`.
    static func mbtiles(_ database: String, against folder: String) async throws -> CommandResult {
        try await python(mbtilesScript, [database, folder])
    }

    private static let mbtilesScript = """
        import glob, json, sqlite3, sys
        path, folder = sys.argv[1:3]
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        check = database.execute("PRAGMA integrity_check").fetchone()[0]
        if check != "ok": sys.exit(check)
        tiles = {}
        for z, x, row, data in database.execute(
                "SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles"):
            tiles[z, x, 2 ** z - 1 - row] = data
        files = {}
        for file in glob.glob(glob.escape(folder) + "/[0-9]*/*/*"):
            z, x, y = file.split("/")[-3:]
            files[int(z), int(x), int(y.split(".")[0])] = open(file, "rb").read()
        if tiles != files:
            wrong = [key for key in set(tiles) | set(files) if tiles.get(key) != files.get(key)]
            sys.exit(f"other tiles: {sorted(wrong)[:5]}")
        if database.execute("PRAGMA application_id").fetchone()[0] != 0x4d504258: sys.exit("id")
        unique = [row for row in database.execute("PRAGMA index_list(tiles)") if row[2]]
        if len(unique) != 1: sys.exit("no unique index")
        print(json.dumps(dict(database.execute("SELECT name, value FROM metadata"))))
        """

    /// Changes a byte of a file.
    static func flip(_ file: String, at offset: Int) throws {
        let handle = try FileHandle(forUpdating: URL(filePath: file))
        defer { try? handle.close() }
        try handle.seek(toOffset: UInt64(offset))
        let byte = try handle.read(upToCount: 1)?.first ?? 0
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data([byte ^ 0x41]))
    }
}
