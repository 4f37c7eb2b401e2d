import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// TIFF files that GDAL writes have the pixels, levels and masks that GDAL reads.
@Suite struct TIFFGDALTests {
    @Test func `Images and levels of GDAL have the pixels that GDAL reads`() async throws {
        try await TemporaryFolder.with { folder in
            let script = Repository.root.appending(
                path: "Tests/TestSupport/Helpers/gdal-tiffs.py")
            // Only Debian's Python has GDAL's module.
            let result = try await Shell.run(
                "/usr/bin/python3", ["-B", script.path, folder.url.path])
            try result.orThrow()
            let lines = result.output.split(separator: "\n").map {
                $0.split(separator: " ").map(String.init)
            }
            #expect(Set(lines.map { $0[0] }).count == 40)
            // The negative control: pixels of another file.
            let first = try Data(contentsOf: folder["\(lines[0][0])-\(lines[0][1]).raw"])
            var othersDiffer = 0
            for words in lines {
                let (name, transparency) = (words[0], words[4])
                let numbers = words[1...3].compactMap { Int($0) }
                let size = PixelSize(width: numbers[0], height: numbers[1])
                let isLevel = size.width < 300
                let request = SourceRequest(fit: isLevel ? size : nil)
                let source = try SourceImage(path: folder["\(name).tif"].path, request: request)
                #expect(source.header.pages == 1, "\(name)")
                #expect(source.header.size == size && source.readsLevel == isLevel, "\(name)")
                if transparency != "nodata" {
                    let isTransparent = transparency != "none"
                    #expect(source.header.hasAlpha == isTransparent, "\(name)")
                }
                let wanted = [UInt8](try Data(contentsOf: folder["\(name)-\(size.width).raw"]))
                let largest = try Self.difference(
                    source, wanted, colours: numbers[2] - 1, comparesAlpha: transparency != "nodata"
                )
                if largest > 1 {
                    Issue.record("\(name), \(size.width): a sample differs by \(largest)")
                }
                if first.count == wanted.count,
                    try Self.difference(source, [UInt8](first), colours: 3, comparesAlpha: true) > 1
                {
                    othersDiffer += 1
                }
            }
            #expect(othersDiffer > 8)
        }
    }

    /// Returns the largest difference of a sample. Colours are compared where GDAL's mask shows
    /// them.
    private static func difference(
        _ source: SourceImage, _ wanted: [UInt8], colours: Int, comparesAlpha: Bool
    ) throws -> Int {
        let limits = try source.findValueRange().limits
        let reading = try source.makeReading(
            keepsAlpha: true, background: .white, limits: limits)
        let shown = try RowStrips.samples(of: reading)
        let (bands, count) = (reading.bands, wanted.count / (colours + 1))
        guard bands == colours || bands == colours + 1, shown.count == count * bands else {
            return .max
        }
        var largest = 0
        for pixel in 0..<count {
            let (ours, theirs) = (pixel * bands, pixel * (colours + 1))
            let mask = Int(wanted[theirs + colours])
            let alpha = bands > colours ? Int(shown[ours + colours]) : 255
            if comparesAlpha { largest = max(largest, abs(alpha - mask)) }
            guard comparesAlpha || mask > 0 else { continue }
            for band in 0..<colours {
                largest = max(largest, abs(Int(shown[ours + band]) - Int(wanted[theirs + band])))
            }
        }
        return largest
    }
}
