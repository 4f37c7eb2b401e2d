import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging

/// Every kind of source has the same pixels with the format's own reader and through libvips.
@Suite struct DirectReadingTests {
    /// The kinds that libvips has to read.
    private static let general = [
        "press.jpg", "interlaced.png", "lab.tif", "float.tif", "five-bands.tif", "seven-bands.tif",
        "bilevel.tif", "2-bit.tif", "4-bit.tif", "white-is-0.tif", "from-0-to-1.tif",
        "heights.tif", "labs.tif", "press.tif", "12-bit.png", "pages.tif",
    ]

    @Test(arguments: SourceKind.all, [true, false])
    func `Pixels are those of libvips within a level`(
        _ kind: SourceKind, _ keepsAlpha: Bool
    ) async throws {
        guard ["jpg", "png", "tif"].contains(kind.file.suffix(3)) else { return }
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder, width: 321, height: 203)
            let source = try SourceImage(path: file.path, request: kind.request)
            let limits = try source.lookAtValues().limits
            let reading = try source.makeReading(
                keepsAlpha: keepsAlpha, background: .white, limits: limits)
            let isGeneral =
                if case .rows(let reader) = reading { reader is VipsRowReader } else { false }
            #expect(isGeneral == Self.general.contains(kind.file))
            let ours = try Self.samples(of: reading)
            let theirs = try RowStrips.samples(
                of: source.makeRowReader(
                    keepsAlpha: keepsAlpha, background: .white, limits: limits))
            #expect(ours.count == theirs.count)
            let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
            let mean = Double(differences.reduce(0, +)) / Double(differences.count)
            #expect(mean <= 0.3)
            // The tables of Little CMS for CMYK and for 16 bits are coarse.
            let isCoarse = source.header.colour == .cmyk || kind.file == "p3-16.tif"
            #expect(isCoarse || (differences.max() ?? 0) <= 1, "\(differences.max() ?? 0)")
        }
    }

    private static func samples(of reading: PixelReading) throws -> [UInt8] {
        switch reading {
        case .rows(let reader): try RowStrips.samples(of: reader)
        case .stored(let reader, let conversion):
            try RowStrips.samples(of: ConvertingRowReader(reader, conversion))
        case .blocks(let source): try RowStrips.samples(of: source)
        }
    }
}
