import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Two exports of one image have equal bytes, independent of the number of threads.
@Suite("Exports are reproducible")
struct SameBytesTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let container: String
        let layouts: String
        var options: [String] = []

        var testDescription: String { ([container, layouts] + options).joined(separator: " ") }

        /// The arguments of an export. Each process has its own random seed of hashes.
        func words(_ image: String, to output: String, jobs: Int) -> [String] {
            ["export", image, "-o", output, "-c", container, "-l", layouts, "--jobs", "\(jobs)"]
                + options
        }
    }

    static let kinds = [
        Kind(container: "folder", layouts: "dzi,iiif3,xyz,zoomify,jctiled"),
        Kind(container: "folder", layouts: "dzi", options: ["--checksums"]),
        Kind(container: "folder", layouts: "dzi", options: ["--bag"]),
        Kind(container: "zip", layouts: "dzi,iiif3,jctiled"),
        Kind(container: "zip", layouts: "dzi", options: ["--skip-blanks=8", "--format=png"]),
        Kind(container: "zip", layouts: "legacy,single"),
        Kind(container: "szi", layouts: "dzi"),
        Kind(container: "pmtiles", layouts: "xyz"),
        Kind(container: "pmtiles", layouts: "xyz", options: ["--skip-blanks=8"]),
        Kind(container: "mbtiles", layouts: "xyz"),
        Kind(container: "mbtiles", layouts: "xyz", options: ["--skip-blanks=8", "--format=png"]),
        Kind(container: "tiff", layouts: "xyz"),
        Kind(container: "tiff", layouts: "xyz", options: ["--skip-blanks=8", "--format=tiff"]),
    ]

    @Test("Two exports with different numbers of threads are equal", arguments: kinds)
    func exports(kind: Kind) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1100, height: 900)
            for (output, jobs) in [("one", 1), ("two", 5)] {
                try await shop.run(kind.words(image, to: output, jobs: jobs)).orThrow()
            }
            let differences = try Self.differences(of: "one", "two", in: shop)
            #expect(differences == [])
        }
    }

    @Test("Two repacks of an export are equal", arguments: ["zip", "mbtiles", "tiff"])
    func repacks(container: String) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1100, height: 900)
            try await shop.run(["export", image, "-o", "folder", "-l", "xyz"]).orThrow()
            for (output, jobs) in [("one", 1), ("two", 5)] {
                try await shop.run([
                    "repack", "folder/photo", "-o", output, "-c", container, "--jobs", "\(jobs)",
                ]).orThrow()
            }
            #expect(try Self.differences(of: "one", "two", in: shop) == [])
        }
    }

    @Test(
        "SOURCE_DATE_EPOCH limits times, and a source with a later time is exported again",
        arguments: ["zip", "szi"])
    func epoch(container: String) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 700, height: 500)
            let words = ["export", image, "-c", container, "-o"]
            for (output, time) in [("one", 1_700_000_000), ("two", 1_750_000_000)] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: Double(time))],
                    ofItemAtPath: image)
                try await Shell.run(
                    ZigguratBinary.url().path, words + [output],
                    environment: ["SOURCE_DATE_EPOCH": "1600000000"], in: shop.folder.url
                ).orThrow()
            }
            #expect(try Self.differences(of: "one", "two", in: shop) == [])
            try await shop.run(words + ["three"]).orThrow()
            #expect(try Self.differences(of: "one", "three", in: shop) != [])
            let repeated = try await Shell.run(
                ZigguratBinary.url().path, words + ["one", "--json"],
                environment: ["SOURCE_DATE_EPOCH": "1600000000"], in: shop.folder.url
            ).orThrow()
            #expect(repeated.output.contains(#""outcome" : "exported""#), "\(repeated.output)")
        }
    }

    /// The paths of files that only one folder has, or that differ.
    private static func differences(
        of one: String, _ other: String, in shop: Workshop
    ) throws -> [String] {
        let files = try shop.folder.files(under: one)
        let others = try shop.folder.files(under: other)
        #expect(!files.isEmpty)
        let unmatched = Set(files).symmetricDifference(others)
        let different = try Set(files).intersection(others).filter { path in
            try Data(contentsOf: shop.folder["\(one)/\(path)"])
                != Data(contentsOf: shop.folder["\(other)/\(path)"])
        }
        return unmatched.union(different).sorted()
    }
}
