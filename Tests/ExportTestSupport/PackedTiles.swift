import Foundation
import TestSupport

/// Containers as other programs write them: ZIP through Python's zipfile, MBTiles through its
/// sqlite3, PMTiles by a few lines that follow its specification.
enum PackedTiles {
    /// Packs a folder's files.
    ///
    /// - Parameters:
    ///   - top: the top folder in the archive; if empty, the archive has no top folder
    ///   - method: `stored`, `deflated` or `zip64`
    static func zip(
        _ folder: URL, to file: URL, top: String = "", method: String = "stored"
    ) async throws {
        try await python(zipper, [folder.path, file.path, top, method])
    }

    /// Puts the tiles of a folder of `z/x/y` into an MBTiles file.
    static func mbtiles(_ folder: URL, to file: URL) async throws {
        try await python(mbtiler, [folder.path, file.path])
    }

    /// Puts the tiles of a folder of `z/x/y` into a PMTiles file.
    ///
    /// - Parameters:
    ///   - leaves: whether the archive has leaf directories
    ///   - compression: of directories and metadata, `none` or `gzip`
    ///   - bounds: west, south, east and north, in degrees
    static func pmtiles(
        _ folder: URL, to file: URL, leaves: Bool = false, compression: String = "gzip",
        bounds: [Double] = [-100, -80, 100, 80]
    ) async throws {
        try await python(
            pmtiler,
            [folder.path, file.path, leaves ? "yes" : "no", compression] + bounds.map { "\($0)" })
    }

    private static func python(_ script: String, _ arguments: [String]) async throws {
        try await Shell.run("python3", ["-I", "-S", "-c", script] + arguments).orThrow()
    }

    private static let zipper = """
        import os, sys, zipfile
        folder, file, top, method = sys.argv[1:]
        with zipfile.ZipFile(file, "w", allowZip64=True) as archive:
            for path, _, names in sorted(os.walk(folder)):
                for name in sorted(names):
                    full = os.path.join(path, name)
                    entry = zipfile.ZipInfo(os.path.join(top, os.path.relpath(full, folder)))
                    entry.compress_type = zipfile.ZIP_DEFLATED if method == "deflated" else zipfile.ZIP_STORED
                    with archive.open(entry, "w", force_zip64=method == "zip64") as out:
                        out.write(open(full, "rb").read())
        """

    private static let walk = """
        import glob, os, sys
        folder, file = sys.argv[1:3]
        def tiles():
            for path in glob.glob(folder + "/*/*/*.*"):
                z, x, y = os.path.relpath(path, folder).split("/")
                if z.isdigit() and x.isdigit():
                    yield int(z), int(x), int(y.split(".")[0]), open(path, "rb").read()

        """

    private static let mbtiler =
        walk + """
            import sqlite3
            base = sqlite3.connect(file)
            base.execute("create table metadata (name text, value text)")
            base.execute("create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
            base.execute("create unique index tile_index on tiles (zoom_level, tile_column, tile_row)")
            base.executemany("insert into metadata values (?, ?)", [("name", "map"), ("format", "jpg")])
            for z, x, y, data in tiles():
                base.execute("insert into tiles values (?, ?, ?, ?)", (z, x, 2 ** z - 1 - y, data))
            base.commit()
            """

    private static let pmtiler =
        walk + """
            import gzip, struct
            leaves, compression, *bounds = sys.argv[3:]
            def number(z, x, y):
                first, d, n = (4 ** z - 1) // 3, 0, 2 ** z
                s = n // 2
                while s:
                    rx, ry = int(x & s > 0), int(y & s > 0)
                    d += s * s * ((3 * rx) ^ ry)
                    if ry == 0:
                        if rx == 1: x, y = n - 1 - x, n - 1 - y
                        x, y = y, x
                    s //= 2
                return first + d
            def varint(value):
                out = b""
                while value > 127:
                    out, value = out + bytes([value & 127 | 128]), value >> 7
                return out + bytes([value])
            def directory(entries):
                out, last, end = varint(len(entries)), 0, None
                for id, _, _, _ in entries:
                    out, last = out + varint(id - last), id
                for _, run, _, _ in entries: out += varint(run)
                for _, _, length, _ in entries: out += varint(length)
                for _, _, length, offset in entries:
                    out += varint(0 if offset == end else offset + 1)
                    end = offset + length
                return gzip.compress(out) if compression == "gzip" else out
            data, entries, seen, count = b"", [], {}, 0
            for id, body in sorted((number(z, x, y), d) for z, x, y, d in tiles()):
                count += 1
                if body not in seen:
                    seen[body] = len(data)
                    data += body
                last = entries[-1] if entries else None
                if last and last[0] + last[1] == id and last[3] == seen[body]:
                    entries[-1] = (last[0], last[1] + 1, last[2], last[3])
                else:
                    entries.append((id, 1, len(body), seen[body]))
            leaf = b""
            if leaves == "yes":
                root = []
                for start in range(0, len(entries), 5):
                    part = directory(entries[start:start + 5])
                    root.append((entries[start][0], 0, len(part), len(leaf)))
                    leaf += part
                root = directory(root)
            else:
                root = directory(entries)
            metadata = b"{}"
            if compression == "gzip": metadata = gzip.compress(metadata)
            zooms = [z for z, _, _, _ in tiles()]
            kind = 2 if data[:4] == b"\\x89PNG" else 3
            places = [127, len(root)]
            for part in (metadata, leaf, data): places += [places[-2] + places[-1], len(part)]
            head = b"PMTiles\\x03" + struct.pack("<8Q", *places)
            head += struct.pack("<3Q", count, len(entries), len(seen))
            head += bytes([1, 2 if compression == "gzip" else 1, 1, kind, min(zooms), max(zooms)])
            head += struct.pack("<4i", *(round(float(edge) * 10 ** 7) for edge in bounds)) + bytes(9)
            open(file, "wb").write(head + root + metadata + leaf + data)
            """
}
