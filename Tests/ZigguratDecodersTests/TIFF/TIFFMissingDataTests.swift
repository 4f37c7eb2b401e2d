import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// A TIFF with strips whose data are missing, although libtiff reports no error.
@Suite struct TIFFMissingDataTests {
    private static let byteCounts = 279
    private static let offsets = 273

    /// - Parameter number: the number of the damaged strip.
    @Test(arguments: [(48, 2), (48, 4), (2000, 0)], ["jpeg", "jpeg:r"])
    func `A truncated JPEG in a strip is an error`(
        _ strips: (rows: Int, number: Int), _ compression: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            var data = try await Self.make(rows: strips.rows, compression, in: folder)
            let count = try Self.value(Self.byteCounts, strips.number, in: data)
            try Self.set(Self.byteCounts, strips.number, to: count / 2, in: &data)
            let file = try folder.write(data, to: "cut.tif")
            try Self.expectDamage(file.path)
        }
    }

    @Test(arguments: [48, 2000])
    func `A JPEG in a strip need not have an end marker`(_ rows: Int) async throws {
        try await TemporaryFolder.with { folder in
            let whole = try await Self.make(rows: rows, "jpeg", in: folder)
            var data = whole
            for strip in 0..<(rows == 48 ? 5 : 1) {
                let count = try Self.value(Self.byteCounts, strip, in: data)
                try Self.set(Self.byteCounts, strip, to: count - 2, in: &data)
            }
            let file = try folder.write(data, to: "open.tif")
            let isEqual =
                try SourceImage(path: file.path).pixels()
                == SourceImage(path: folder["whole.tif"].path).pixels()
            #expect(isEqual)
        }
    }

    @Test(arguments: [48, 600])
    func `A strip without an offset is an error`(_ rows: Int) async throws {
        try await TemporaryFolder.with { folder in
            var random = SeededGenerator(2)
            let strip = random.bytes(64 * rows)
            let data = MadeTIFF(
                width: 64, height: 2 * rows, rowsPerStrip: rows, bits: [8], photometric: 1,
                strips: [strip]
            ).data
            try Self.expectDamage(folder.write(data, to: "tall.tif").path)
        }
    }

    @Test(arguments: [48, 600], [0, 1])
    func `A strip with bytes at offset 0 is an error`(_ rows: Int, _ number: Int) async throws {
        try await TemporaryFolder.with { folder in
            var random = SeededGenerator(2)
            for count in number...1 {
                var data = MadeTIFF(
                    width: 64, height: (count + 1) * rows, rowsPerStrip: rows, bits: [8],
                    photometric: 1, strips: (0...count).map { _ in random.bytes(64 * rows) }
                ).data
                try Self.set(Self.offsets, number, to: 0, in: &data)
                let file = try folder.write(data, to: "offset.tif")
                // libtiff would read the header of the file as pixels.
                try Self.expectDamage(file.path, isReadOnRequest: number > 0)
            }
        }
    }

    private static func expectDamage(_ path: String, isReadOnRequest: Bool = true) throws {
        let error = #expect(throws: ZigguratError.self) { try SourceImage(path: path).pixels() }
        #expect([.invalidSource, .truncatedSource].contains(error?.code))
        #expect(error?.subject == path)
        guard isReadOnRequest else { return }
        let trust = SourceRequest.Trust(allowsDamaged: true)
        let image = try SourceImage(path: path, trust: trust)
        #expect(!image.header.conversions.isEmpty)
        #expect(try image.pixels().samples.count > 0)
    }

    /// Writes a TIFF with 200 rows, or with 1201 rows in one strip.
    private static func make(
        rows: Int, _ compression: String, in folder: TemporaryFolder
    ) async throws -> Data {
        let height = rows == 48 ? 200 : 1201
        try await TIFFKindTests.makeOriginal("rgb", height: height, in: folder)
        try await Shell.run(
            "tiffcp", ["-r", "\(rows)", "-c", compression, "original.tif", "whole.tif"],
            in: folder.url
        ).orThrow()
        return try Data(contentsOf: folder["whole.tif"])
    }

    /// Returns the place of a value of an entry in a little-endian TIFF.
    private static func place(_ tag: Int, _ index: Int, in data: Data) throws -> Range<Int> {
        func number(_ place: Int, _ length: Int) -> Int {
            data[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let directory = number(4, 4)
        let entries = (0..<number(directory, 2)).map { directory + 2 + 12 * $0 }
        let entry = try #require(entries.first { number($0, 2) == tag })
        let length = number(entry + 2, 2) == 3 ? 2 : 4
        let start = number(entry + 4, 4) * length <= 4 ? entry + 8 : number(entry + 8, 4)
        return start + index * length..<start + (index + 1) * length
    }

    private static func value(_ tag: Int, _ index: Int, in data: Data) throws -> Int {
        try data[place(tag, index, in: data)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func set(
        _ tag: Int, _ index: Int, to value: Int, in data: inout Data
    ) throws {
        for (shift, place) in try place(tag, index, in: data).enumerated() {
            data[place] = UInt8(value >> (8 * shift) & 255)
        }
    }
}
