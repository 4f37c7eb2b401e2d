import Foundation
import TestSupport
import Testing

/// Compares the coefficients of tiles with the coefficients of the source JPEG, turned by its
/// orientation. The program `coefficients` reads both independently of the library.
enum CoefficientJudge {
    struct Tile: Encodable {
        let x: Int
        let y: Int
        var path: String
    }

    /// A source and its tiles, as paths in the working folder.
    struct Entry: Encodable {
        var name: String
        let source: String
        var orientation: Int
        var tiles: [Tile]
        /// Whether tiles at the edges have further blocks, outside the image.
        var isPadded = false
    }

    struct Verdict: Decodable {
        let tiles: Int
        let compared: Int
        let differing: Int
        /// The number of tile components whose quantization tables differ from the source's tables.
        let otherTables: Int
    }

    static func verdicts(
        on entries: [Entry], in folder: TemporaryFolder
    ) async throws -> [String: Verdict] {
        try JSONEncoder().encode(entries).write(to: folder["entries.json"])
        let result = try await Judge.run(
            script: script, [BuiltProgram.url("coefficients").path, "entries.json"],
            in: folder.url
        ).orThrow()
        return try JSONDecoder().decode([String: Verdict].self, from: Data(result.output.utf8))
    }

    /// Turning an image turns the grid of blocks and each block; mirroring changes the sign of every
    /// second frequency.
    private static let script = """
        import json, subprocess, sys
        import numpy

        # Of each component its blocks, by row, column, and frequency down and across, and its table.
        def components(path):
            data = subprocess.run([sys.argv[1], path], stdout=subprocess.PIPE, check=True).stdout
            found = []
            while data:
                width, height = map(int, numpy.frombuffer(data, numpy.uint32, 2))
                table = numpy.frombuffer(data, numpy.uint16, 64, 8).reshape(8, 8)
                count = width * height * 64
                blocks = numpy.frombuffer(data, numpy.int16, count, 136)
                found.append((blocks.astype(int).reshape(height, width, 8, 8), table))
                data = data[136 + 2 * count:]
            return found

        def mirrored(plane, axis):
            plane = numpy.flip(plane, axis).copy()
            if axis == 1: plane[:, :, :, 1::2] *= -1
            else: plane[:, :, 1::2, :] *= -1
            return plane

        # By Exif: whether rows become columns, then what is mirrored.
        turns = {1: (0, 0, 0), 2: (0, 1, 0), 3: (0, 1, 1), 4: (0, 0, 1),
                 5: (1, 0, 0), 6: (1, 1, 0), 7: (1, 1, 1), 8: (1, 0, 1)}

        def upright(component, orientation):
            plane, table = component
            swaps, across, down = turns[orientation]
            if swaps: plane, table = plane.transpose(1, 0, 3, 2), table.T
            if across: plane = mirrored(plane, 1)
            if down: plane = mirrored(plane, 0)
            return plane, table

        verdicts = {}
        for entry in json.load(open(sys.argv[2])):
            whole = [upright(c, entry["orientation"]) for c in components(entry["source"])]
            rows, columns = whole[0][0].shape[:2]
            compared = differing = tables = 0
            for tile in entry["tiles"]:
                parts = components(tile["path"])
                assert len(parts) == len(whole)
                for (part, table), (plane, right) in zip(parts, whole):
                    # Colour has a block for one, two or four of light in each direction.
                    y = tile["y"] // (8 * round(rows / plane.shape[0]))
                    x = tile["x"] // (8 * round(columns / plane.shape[1]))
                    expected = plane[y:y + part.shape[0], x:x + part.shape[1]]
                    if entry["isPadded"]: part = part[:expected.shape[0], :expected.shape[1]]
                    compared += part.size
                    tables += not numpy.array_equal(table, right)
                    differing += (int((expected != part).sum())
                                  if expected.shape == part.shape else part.size)
            verdicts[entry["name"]] = {
                "tiles": len(entry["tiles"]), "compared": compared, "differing": differing,
                "otherTables": tables}
        print(json.dumps(verdicts))
        """
}
