import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// The samples of a TIFF that are colours or alpha. `tiff-samples.py` writes the files and the
/// expected pixels.
@Suite struct TIFFSampleTests {
    @Test func `Every combination of samples shows its colours and its alpha`() async throws {
        try await TemporaryFolder.with { folder in
            let files = try await Self.make(in: folder)
            #expect(files.count > 700)
            for file in files {
                let shown = try Self.samples(of: folder["\(file.name).tif"])
                let wanted = try Self.expected(file, in: folder)
                guard shown.bands == file.bands, shown.samples.count == wanted.count else {
                    Issue.record("\(file.name): \(shown.bands) bands, not \(file.bands)")
                    continue
                }
                // Little CMS has coarse tables for CMYK.
                let limit = file.plain == nil ? 1 : 8
                let largest = zip(shown.samples, wanted).map { abs(Int($0) - Int($1)) }.max() ?? 0
                if largest > limit { Issue.record("\(file.name): a sample differs by \(largest)") }
            }
        }
    }

    /// If the photometric interpretation is missing, fax compression stores black as 1.
    @Test func `A fax without a photometric interpretation is black on white`() async throws {
        try await TemporaryFolder.with { folder in
            let drawing = folder["drawing.pbm"]
            try Data("P4 16 1\n\u{0}\u{0}".utf8).write(to: drawing)
            try await Shell.run(
                "vips",
                [
                    "tiffsave", drawing.path, "fax.tif", "--compression", "ccittfax4", "--bitdepth",
                    "1", "--miniswhite",
                ],
                in: folder.url
            ).orThrow()
            try await Shell.run("tiffset", ["-u", "262", "fax.tif"], in: folder.url).orThrow()
            #expect(try Self.samples(of: folder["fax.tif"]).samples.allSatisfy { $0 == 255 })
        }
    }

    private struct File {
        let name: String
        let bands: Int
        /// A file with equal inks and no other samples.
        let plain: String?
    }

    private static func make(in folder: TemporaryFolder) async throws -> [File] {
        let result = try await Judge.run(helper: "tiff-samples.py", [folder.url.path])
        try result.orThrow()
        return result.output.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            return File(
                name: words[0], bands: Int(words[1]) ?? 0, plain: words.count > 2 ? words[2] : nil)
        }
    }

    /// Returns the expected samples of a file. The expected alpha of a file with inks is its read
    /// alpha.
    private static func expected(_ file: File, in folder: TemporaryFolder) throws -> [UInt8] {
        guard let plain = file.plain else {
            return try [UInt8](Data(contentsOf: folder["\(file.name).raw"]))
        }
        let colours = try samples(of: folder["\(plain).tif"]).samples
        guard file.bands == 4 else { return colours }
        let shown = try samples(of: folder["\(file.name).tif"]).samples
        var wanted = shown
        for pixel in 0..<colours.count / 3 {
            for band in 0..<3 { wanted[4 * pixel + band] = colours[3 * pixel + band] }
        }
        return wanted
    }

    private static func samples(of file: URL) throws -> (bands: Int, samples: [UInt8]) {
        let source = try SourceImage(path: file.path)
        let finding = try source.findValueRange(isWanted: { true })
        let reading = try source.makeReading(
            keepsAlpha: true, background: .white, limits: finding.limits,
            opacity: finding.opacity)
        return (reading.bands, try RowStrips.samples(of: reading))
    }
}
