import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// JPEGs with many scans. A scan takes about as long as all other scans, but has few bytes.
@Suite struct JPEGScanLimitTests {
    /// The largest number of scans that jpegtran writes: one scan for each of the first
    /// coefficients.
    private static let mostOfPrograms: String = {
        let coefficients = (0..<3).flatMap { component in
            (1...32).map { "\(component): \($0)-\($0), 0, 0;" } + ["\(component): 33-63, 0, 0;"]
        }
        return (["0,1,2: 0-0, 0, 0;"] + coefficients).joined(separator: "\n")
    }()

    @Test func `A file with the most scans that programs write is read`() async throws {
        try await Self.with { folder in
            let (ours, plain) = (folder["scans.jpg"].path, folder["plain.jpg"].path)
            let count = try Self.scanCount(of: folder["scans.jpg"])
            #expect(count == 100)
            let isSame = try Self.pixels(of: ours) == Self.pixels(of: plain)
            #expect(isSame)
            let failure = try Self.coefficientFailure(of: ours)
            #expect(failure == nil)
        }
    }

    /// The last scan is repeated. `djpeg -maxscans` counts the scans, too.
    @Test(arguments: [101, 3000])
    func `More scans than the limit are refused by every decoder`(_ surplus: Int) async throws {
        try await Self.with { folder in
            let path = try Self.repeatLastScan(surplus, in: folder).path
            let judge = try await Shell.run(
                "djpeg", ["-maxscans", "200", "-outfile", "out.ppm", path], in: folder.url)
            #expect(judge.status != 0)
            let expected = SourceError.tooManyScans(limit: 200)
            #expect(Self.failure(of: path) == expected)
            // libvips reads reduced images.
            #expect(Self.failure(of: path, fit: PixelSize(square: 100)) == expected)
            #expect(try Self.coefficientFailure(of: path) == expected)
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
            let error = #expect(throws: ZigguratError.self) {
                try TileImage.check(bytes, decoding: true)
            }
            #expect(error?.cause == .library("more than 200 scans"))
        }
    }

    @Test func `A file with one scan less than the limit is accepted`() async throws {
        try await Self.with { folder in
            let path = try Self.repeatLastScan(100, in: folder).path
            #expect(Self.failure(of: path) != .tooManyScans(limit: 200))
        }
    }

    private static func with(
        _ body: (TemporaryFolder) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 301, height: 203).write(to: folder["plain.jpg"])
            try folder.write(mostOfPrograms, to: "scans.txt")
            try await Shell.run(
                "jpegtran", ["-scans", "scans.txt", "-outfile", "scans.jpg", "plain.jpg"],
                in: folder.url
            ).orThrow()
            try await body(folder)
        }
    }

    private static func repeatLastScan(
        _ count: Int, in folder: TemporaryFolder
    ) throws -> URL {
        let bytes = try Data(contentsOf: folder["scans.jpg"])
        let start = try #require(bytes.lastRange(of: [0xFF, 0xDA])).lowerBound
        let scan = bytes[start..<bytes.count - 2]
        let many = (0..<count).reduce(into: bytes.dropLast(2)) { many, _ in many += scan }
        return try folder.write(Data(many + bytes.suffix(2)), to: "many.jpg")
    }

    private static func scanCount(of file: URL) throws -> Int {
        let bytes = try [UInt8](Data(contentsOf: file))
        return zip(bytes, bytes.dropFirst()).count { $0 == (0xFF, 0xDA) }
    }

    private static func pixels(of path: String) throws -> [UInt8] {
        try RowStrips.samples(
            of: SourceImage(path: path).makeReading(keepsAlpha: true, background: .white))
    }

    private static func failure(of path: String, fit: PixelSize? = nil) -> SourceError? {
        do {
            let source = try SourceImage(path: path, request: SourceRequest(fit: fit))
            _ = try RowStrips.samples(
                of: source.makeReading(keepsAlpha: true, background: .white))
            return nil
        } catch {
            return (error as? ZigguratError)?.reason as? SourceError
        }
    }

    private static func coefficientFailure(of path: String) throws -> SourceError? {
        let coefficients = try JPEGCoefficients(
            path: path, orientation: .upright, region: nil, isReadDirectly: true)
        do {
            try coefficients.read(allowsDamaged: false) { true }
            return nil
        } catch {
            return error.reason as? SourceError
        }
    }
}

extension Data {
    fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
        range(of: Data(bytes), options: .backwards)
    }
}
