import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratFormats
@testable import ZigguratStore
@testable import ZigguratSystem

@Suite("Records of PMTiles")
struct PMTilesRecordTests {
    private typealias Entry = PMTilesDirectory.Entry

    @Test("Reading a written directory gives equal entries")
    func directory() throws {
        let entries = [
            Entry(number: 0, runLength: 1, byteCount: 10, offset: 0),
            Entry(number: 5, runLength: 3, byteCount: 20, offset: 10),
            Entry(number: 9, runLength: 0, byteCount: 7, offset: 500),
            Entry(number: 1 << 60, runLength: 1, byteCount: 1, offset: 0),
        ]
        let directory = PMTilesDirectory(entries)
        #expect(PMTilesDirectory(directory.bytes) == directory)
        for count in directory.bytes.indices {
            #expect(PMTilesDirectory(Array(directory.bytes.prefix(count))) == nil)
        }
    }

    @Test("Reading a written header gives equal fields")
    func header() async throws {
        try await TemporaryFolder.with { folder in
            let pyramid = Pyramid(
                name: "a", imageSize: PixelSize(width: 700, height: 300),
                tiling: Tiling(tileSize: PixelSize(square: 256)), depth: .oneTile)
            let header = PMTilesHeader(
                root: 127..<200, metadata: 200..<300, leaves: 300..<300, tiles: 300..<1000,
                addressedTiles: 9, tileEntries: 8, tileContents: 7, tileType: 3, zooms: 0...2,
                bounds: .init(of: MapPlace(of: pyramid)))
            #expect(header.bytes.count == PMTilesHeader.byteCount && header.tileFormat == .jpeg)
            let file = try folder.write(
                Data(header.bytes + [UInt8](repeating: 0, count: 873)), to: "a.pmtiles")
            #expect(try PMTilesHeader(of: RandomAccessFile(file.path)) == header)
            let short = try folder.write(Data(header.bytes), to: "b.pmtiles")
            let error = #expect(throws: ZigguratError.self) {
                try PMTilesHeader(of: RandomAccessFile(short.path))
            }
            #expect(error?.reason as? ArchiveError == .truncated)
        }
    }

    /// 2⁶³ − 1, 2⁶² and their neighbours, as number, run length, length and offset.
    @Test(
        "Numbers that overflow are rejected, not added", arguments: 0..<4,
        [Int.max, .max - 1, 1 << 62, (1 << 62) - 1, .max / 4])
    func overflow(column: Int, value: Int) async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.xyz]) { $0.container = .pmtiles }.export(
                try await shop.picture())
            let archive = "\(shop.output)/photo/photo.pmtiles"
            var columns = [[0, 1], [1, 1], [10, 10], [1, 11]]
            columns[column] = [value, value]
            var bytes: [UInt8] = [2]
            for number in columns.joined() {
                var rest = UInt(number)
                while rest >= 0x80 {
                    bytes.append(UInt8(rest & 0x7F) | 0x80)
                    rest >>= 7
                }
                bytes.append(UInt8(rest))
            }
            var file = [UInt8](try Data(contentsOf: URL(filePath: archive)))
            // The root directory at the end of the file, without compression.
            var place: [UInt8] = []
            place.append(little: UInt64(file.count))
            place.append(little: UInt64(bytes.count))
            file.replaceSubrange(8..<24, with: place)
            file[97] = 1
            file += bytes
            let moved = try shop.folder.write(Data(file), to: "moved.pmtiles").path
            for path in [archive, moved] {
                try Data(file).write(to: URL(filePath: archive))
                let findings = try Verdict(path).findings
                #expect(findings.contains { $0.kind == .container }, "\(findings)")
                #expect(throws: ZigguratError.self) { try OpenedPyramids(path) }
            }
        }
    }

    @Test("Addresses outside a zoom have no number")
    func outside() {
        for tile in [(-1, 0, 0), (0, 1, 0), (2, 0, 4), (2, -1, 0), (31, 0, 0), (64, 0, 0)] {
            let address = Tile.Address(level: tile.0, column: tile.1, row: tile.2)
            #expect(HilbertCurve.number(of: address) == nil)
        }
    }
}
