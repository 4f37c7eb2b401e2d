import Foundation
import Synchronization
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratFormats

@Suite("Archives receive their files in a fixed order")
struct OrderedContainerTests {
    /// Records the files in the order of their arrival.
    private final class Notebook: Container {
        struct Entry: Equatable {
            let path: String
            let tile: Tile.Address?
            let bytes: [UInt8]
        }

        let entries = Mutex<[Entry]>([])

        func write(
            _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
        ) throws(ZigguratError) -> StoredFile? {
            let copy = bytes.withUnsafeBytes { [UInt8]($0) }
            entries.withLock { $0.append(Entry(path: path, tile: tile, bytes: copy)) }
            return nil
        }

        func finish() throws(ZigguratError) -> ContainerTotals {
            ContainerTotals(files: entries.withLock { $0.count })
        }
    }

    private static let pyramid = Pyramid(
        name: "photo", imageSize: PixelSize(width: 1000, height: 700),
        tiling: Tiling(tileSize: PixelSize(width: 100, height: 100)), depth: .onePixel)

    private static func bytes(of tile: Tile) -> [UInt8] {
        Array("\(tile.address)".utf8) + [UInt8](repeating: 7, count: tile.column * 50)
    }

    @Test(
        "Shuffled files reach the archive in tile order, then by path",
        arguments: [0, 500, 1 << 20], 0..<5)
    func shuffled(memoryLimit: Int, seed: Int) async throws {
        try await TemporaryFolder.with { folder in
            let notebook = Notebook()
            let container = OrderedContainer(
                notebook, of: Self.pyramid, at: folder["a.zip"].path, memoryLimit: memoryLimit)
            let tiles = Self.pyramid.tiles.shuffled()
            try container.write(BundleFile(path: "z", bytes: [1]))
            for tile in tiles {
                if tile.column == 3 {
                    container.omit(tile.address)
                } else {
                    _ = try container.write(
                        "\(tile.number)", tile: tile.address, Self.bytes(of: tile).span.bytes,
                        twin: nil)
                }
            }
            try container.write(BundleFile(path: "a", bytes: [2]))
            let files = try container.finish().files
            let entries = notebook.entries.withLock { $0 }
            #expect(files == entries.count)
            let expected = TileOrder(of: Self.pyramid).tiles.filter { $0.column != 3 }
            #expect(entries.dropLast(2).map(\.tile) == expected)
            #expect(entries.suffix(2).map(\.path) == ["a", "z"])
            for entry in entries.dropLast(2) {
                let tile = try #require(entry.tile.flatMap(Self.pyramid.tile(at:)))
                #expect(entry.bytes == Self.bytes(of: tile) && entry.path == "\(tile.number)")
            }
            // The temporary file is unlinked, so the folder is empty.
            #expect(try folder.files() == [])
        }
    }

    @Test("Tiles that arrive in order do not wait")
    func ordered() throws {
        let notebook = Notebook()
        let container = OrderedContainer(
            notebook, of: Self.pyramid, at: "/nonexistent/a.zip", memoryLimit: 0)
        for (number, tile) in TileOrder(of: Self.pyramid).tiles.enumerated() {
            _ = try container.write("x", tile: tile, [1].span.bytes, twin: nil)
            #expect(notebook.entries.withLock { $0.count } == number + 1)
        }
    }

    @Test("A tile that is written twice reaches the archive twice")
    func duplicates() async throws {
        try await TemporaryFolder.with { folder in
            let tiles = Array(TileOrder(of: Self.pyramid).tiles)
            for address in [tiles[0], tiles[5]] {
                let notebook = Notebook()
                let container = OrderedContainer(
                    notebook, of: Self.pyramid, at: folder["a.zip"].path)
                for _ in 0..<2 {
                    _ = try container.write("x", tile: address, [1].span.bytes, twin: nil)
                }
                #expect(try container.finish().files == 2)
            }
        }
    }
}
