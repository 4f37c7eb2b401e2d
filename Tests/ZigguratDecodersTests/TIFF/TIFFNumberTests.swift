import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Numbers in a TIFF, which do not state which values are black and white, are read in blocks on
/// all threads. Pixels and range equal libvips'.
@Suite struct TIFFNumberTests {
    enum Kind: String, CaseIterable {
        case half, single, double, int16, int32, uint32, uint16

        var bits: Int {
            switch self {
            case .half, .int16, .uint16: 16
            case .double: 64
            case .single, .int32, .uint32: 32
            }
        }

        /// The number of SampleFormat. Source: TIFF 6.0, section 19.
        var format: Int {
            switch self {
            case .half, .single, .double: 3
            case .int16, .int32: 2
            case .uint32, .uint16: 1
            }
        }

        /// The bytes of a number, lowest byte first.
        func bytes(_ number: Double) -> [UInt8] {
            func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
                withUnsafeBytes(of: value.littleEndian) { Array($0) }
            }
            return switch self {
            case .half: bytes(Float16(number).bitPattern)
            case .single: bytes(Float(number).bitPattern)
            case .double: bytes(number.bitPattern)
            case .int16: bytes(Int16(number))
            case .int32: bytes(Int32(number))
            case .uint32: bytes(UInt32(number))
            case .uint16: bytes(UInt16(number))
            }
        }
    }

    private static func write(
        _ kind: Kind, _ numbers: [Double], width: Int, rowsPerStrip: Int, samples: Int = 1,
        _ others: [Int: [Int]] = [:], in folder: TemporaryFolder
    ) throws -> String {
        let height = numbers.count / width / samples
        let rows = (0..<height).map { y in
            numbers[y * width * samples..<(y + 1) * width * samples].flatMap(kind.bytes)
        }
        let strips = stride(from: 0, to: height, by: rowsPerStrip).map { top in
            Array(rows[top..<min(top + rowsPerStrip, height)].joined())
        }
        let tiff = MadeTIFF(
            width: width, height: height, rowsPerStrip: rowsPerStrip,
            bits: Array(repeating: kind.bits, count: samples), photometric: samples == 1 ? 1 : 2,
            strips: strips,
            [339: Array(repeating: kind.format, count: samples)].merging(others) { $1 })
        return try folder.write(tiff.data, to: "\(kind)-\(samples)-\(rowsPerStrip).tif").path
    }

    @Test(arguments: Kind.allCases)
    func `Values between the limits become levels, rounded`(_ kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            let numbers: [Double] = [10, 11, 12, 100, 137, 138, 265, 266, 9, 0, 1000, 10]
            let levels: [UInt8] = [0, 1, 2, 90, 127, 128, 255, 255, 0, 0, 255, 0]
            let path = try Self.write(kind, numbers, width: 4, rowsPerStrip: 1, in: folder)
            let request = SourceRequest(range: .limits(10, 265))
            let source = try SourceImage(path: path, request: request)
            let finding = try source.findValueRange()
            #expect(finding.limits == 10...265)
            let reading = try source.makeReading(
                keepsAlpha: false, background: .white, limits: finding.limits)
            #expect(reading.isRandomAccess && reading.bands == 1)
            #expect(try RowStrips.samples(of: reading) == levels)
            let wide = try SourceImage(
                path: path, request: SourceRequest(range: .limits(10, 265), sampleBits: 16))
            let wideReading = try wide.makeReading(
                keepsAlpha: false, background: .white, limits: finding.limits)
            let expected = levels.flatMap { [$0, $0] }
            #expect(wideReading.isRandomAccess && wideReading.sampleBytes == 2)
            #expect(try RowStrips.samples(of: wideReading) == expected)
        }
    }

    @Test(arguments: [Kind.half, .single, .double])
    func `NaN and infinite numbers become black and white, and do not count for the range`(
        _ kind: Kind
    ) async throws {
        try await TemporaryFolder.with { folder in
            let numbers: [Double] = [.nan, .infinity, -.infinity, 0, 0.5, 1, -0.0, 0.25]
            let path = try Self.write(kind, numbers, width: 4, rowsPerStrip: 2, in: folder)
            let source = try SourceImage(path: path)
            let finding = try source.findValueRange()
            #expect(finding.limits == 0...1 && finding.step == .readAsRange(upTo: 1))
            let reading = try source.makeReading(
                keepsAlpha: false, background: .white, limits: finding.limits)
            #expect(try RowStrips.samples(of: reading) == [0, 255, 0, 0, 128, 255, 0, 64])
        }
    }

    /// sRGB of linear light 0.5 is 187.5 by the standard, and 188 in the tables of libvips.
    @Test(arguments: [Kind.half, .single, .double])
    func `Three samples of floating-point numbers are linear light`(_ kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            let numbers: [Double] = [0, 0.5, 1, -1, 2, 0.25, .nan, 1, 1, .infinity, 0, 1]
            let path = try Self.write(
                kind, numbers, width: 2, rowsPerStrip: 1, samples: 3, in: folder)
            let source = try SourceImage(path: path)
            #expect(try source.findValueRange() == ValueRangeProbe.Finding())
            #expect(source.header.conversions.first == .linearToSRGB(clips: true))
            let reading = try source.makeReading(keepsAlpha: false, background: .white)
            #expect(reading.isRandomAccess)
            #expect(
                try RowStrips.samples(of: reading)
                    == [0, 188, 255, 0, 255, 137, 0, 0, 0, 255, 0, 255])
            let theirs = try source.readThroughVips(keepsAlpha: false, background: .white)
            #expect(try RowStrips.samples(of: reading) == RowStrips.samples(of: theirs))
        }
    }

    private static let ranges: [SourceRequest.ValueRange] = [.stored, .automatic, .limits(-5, 900)]

    /// Random numbers of 150 × 620 pixels, with missing pixels.
    private static func randomNumbers(_ kind: Kind) -> [Double] {
        var random = SeededGenerator(kind.bits + kind.format)
        let least = kind.format == 1 ? 0 : -700.0
        return (0..<150 * 620).map { index in
            let row = index / 150
            if (row + index).isMultiple(of: 7), row > 300 {
                return kind.format == 1 ? 65_000 : -9999
            }
            if kind.format == 3, index.isMultiple(of: 11) { return .nan }
            return (Double(row) + Double.random(in: 0...300, using: &random) + least).rounded()
        }
    }

    /// One thread reads the rows of a compressed strip with more than 512 rows.
    @Test(arguments: Kind.allCases, [false, true])
    func `Any number of threads finds the range that libvips finds`(
        _ kind: Kind, _ isTall: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            var path = try Self.write(
                kind, Self.randomNumbers(kind), width: 150, rowsPerStrip: 3, in: folder)
            if isTall {
                let options = ["-c", "zip", "-r", "620", path, "tall.tif"]
                try await Shell.run("tiffcp", options, in: folder.url).orThrow()
                path = folder["tall.tif"].path
            }
            for range in Self.ranges {
                let request = SourceRequest(range: range)
                let source = try SourceImage(path: path, request: request)
                let wanted = try ValueRangeProbe.finding(
                    source.storedPart(isWanted: { true }).image, range, isWanted: { true })
                for count in [1, 2, 7] {
                    #expect(try source.findValueRange(threads: count) == wanted)
                }
                guard let limits = wanted.limits else { continue }
                let reading = try source.makeReading(
                    keepsAlpha: false, background: .white, limits: limits)
                #expect(reading.isRandomAccess != isTall && !reading.usesLibvips)
                let theirs = try source.readThroughVips(
                    keepsAlpha: false, background: .white, limits: limits)
                let ours = try RowStrips.samples(of: reading)
                let isSame = try ours == RowStrips.samples(of: theirs)
                #expect(isSame)
                // The negative control: other limits give other pixels.
                let others = try source.readThroughVips(
                    keepsAlpha: false, background: .white,
                    limits: limits.lowerBound...limits.upperBound + 100)
                let isOther = try ours != RowStrips.samples(of: others)
                #expect(isOther)
            }
        }
    }

    @Test func `Samples of 16 bits with few used bits are read with this depth`() async throws {
        try await TemporaryFolder.with { folder in
            let numbers = (0..<400).map { Double($0 * 10) }
            let path = try Self.write(.uint16, numbers, width: 20, rowsPerStrip: 2, in: folder)
            let source = try SourceImage(path: path)
            let finding = try source.findValueRange()
            #expect(finding.limits == 0...4095)
            #expect(finding.step == .readAsBits(12, largest: 3990))
            let reading = try source.makeReading(
                keepsAlpha: false, background: .white, limits: finding.limits)
            #expect(reading.isRandomAccess)
            #expect(try RowStrips.samples(of: reading).last == 248)
            // One larger sample in the last row uses the upper bits.
            let larger = numbers.dropLast() + [4096]
            let other = try Self.write(
                .uint16, Array(larger), width: 20, rowsPerStrip: 20, in: folder)
            #expect(try SourceImage(path: other).findValueRange().limits == nil)
        }
    }

    @Test(arguments: [1, 2, 7])
    func `A cancelled search ends with all its threads`(_ threadCount: Int) async throws {
        try await TemporaryFolder.with { folder in
            let numbers = (0..<1000 * 600).map { Double($0) }
            let path = try Self.write(.single, numbers, width: 1000, rowsPerStrip: 2, in: folder)
            let source = try SourceImage(path: path)
            for calls in [0, 1, 3] {
                var count = 0
                do throws(ZigguratError) {
                    _ = try source.findValueRange(threads: threadCount) {
                        count += 1
                        return count <= calls
                    }
                    // Other threads can finish the search before the call that cancels it.
                    #expect(threadCount > 1 && count <= calls)
                } catch {
                    #expect(error.reason is Cancelled && count == calls + 1)
                }
            }
        }
    }

    @Test(arguments: [1, 2, 7])
    func `A search ends at damage, and reading reports it`(_ threadCount: Int) async throws {
        try await TemporaryFolder.with { folder in
            let numbers = (0..<1000 * 600).map { Double($0 % 5000) }
            let path = try Self.write(.single, numbers, width: 1000, rowsPerStrip: 2, in: folder)
            let whole = try Data(contentsOf: URL(filePath: path))
            let cut = try folder.write(whole.prefix(whole.count / 2), to: "cut.tif").path
            let source = try SourceImage(path: cut)
            let limits = try #require(try source.findValueRange(threads: threadCount).limits)
            let reading = try source.makeReading(
                keepsAlpha: false, background: .white, limits: limits)
            let error = #expect(throws: ZigguratError.self) {
                try RowStrips.samples(of: reading.makeRowReader())
            }
            guard case .truncated(let row?, _) = error?.reason as? SourceError else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect((250...350).contains(row))
        }
    }

    @Test func `Blocks without bytes have the value of missing pixels`() async throws {
        try await TemporaryFolder.with { folder in
            let head = "ncols 64\nnrows 64\nxllcorner 0\nyllcorner 0\ncellsize 1\n"
            let rows = (0..<64).map { y in
                (0..<64).map { y < 16 ? "-50" : "\(10 * y + $0)" }.joined(separator: " ")
            }
            try folder.write(head + rows.joined(separator: "\n") + "\n", to: "values.asc")
            for (type, isSparse) in [("Float32", true), ("Float32", false), ("Int16", true)] {
                try await Shell.run(
                    "gdal_translate",
                    [
                        "-q", "-ot", type, "-a_nodata", "-50", "-co", "TILED=YES", "-co",
                        "BLOCKXSIZE=16", "-co", "BLOCKYSIZE=16", "-co",
                        "SPARSE_OK=\(isSparse ? "YES" : "NO")", "values.asc", "values.tif",
                    ], in: folder.url
                ).orThrow()
                let source = try SourceImage(path: folder["values.tif"].path)
                let limits = try #require(try source.findValueRange().limits)
                #expect(limits.lowerBound > 160)
                let request = SourceRequest(range: .limits(-100, 155))
                let fixed = try SourceImage(path: source.path, request: request)
                let samples = try RowStrips.samples(
                    of: fixed.makeReading(
                        keepsAlpha: false, background: .white, limits: -100...155))
                #expect(samples[..<(16 * 64)].allSatisfy { $0 == 50 })
            }
        }
    }
}
