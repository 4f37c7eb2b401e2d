import Foundation
import TestSupport
import Testing
import ZigguratImaging
import ZigguratSources

/// The scale of an image, from files with a measured resolution.
@Suite struct DensityTests {
    static let cases: [(String, [String], Double?)] = [
        // 300 dots per inch are 11.811 dots per millimetre.
        ("scan.tif", ["--xres", "11.811023622", "--yres", "11.811023622"], 84.667),
        ("cm.tif", ["--xres", "200", "--yres", "200", "--resunit", "cm"], 5),
        ("silent.tif", [], nil),
        ("screen.tif", ["--xres", "2.834645669", "--yres", "2.834645669"], nil),
        ("oblong.tif", ["--xres", "20", "--yres", "10"], nil),
        ("photo.jpg", [], nil),
    ]

    @Test(arguments: cases)
    func densityOfScans(name: String, options: [String], expected: Double?) async throws {
        try await TemporaryFolder.with { folder in
            try await Shell.run("vips", ["black", folder["b.png"].path, "60", "40"]).orThrow()
            let saver = name.hasSuffix("tif") ? "tiffsave" : "jpegsave"
            try await Shell.run(
                "vips", [saver, folder["b.png"].path, folder[name].path] + options
            ).orThrow()
            let file = folder[name].path
            let whole = try SourceImage(path: file).header.micronsPerPixel
            // A pixel of the halved image covers twice as much.
            let request = SourceRequest(fit: PixelSize(width: 30, height: 30))
            let half = try SourceImage(path: file, request: request).header.micronsPerPixel
            for (found, times) in [(whole, 1.0), (half, 2)] {
                #expect((found == nil) == (expected == nil))
                #expect(abs((found ?? 0) - (expected ?? 0) * times) < 0.01, "\(found ?? 0)")
            }
        }
    }

    /// Each page has a bar of another size in points, and its own user unit. Source: ISO 32000-1,
    /// 7.7.3.3.
    @Test(arguments: [false, true])
    func `The size of a page depends on its user unit`(isCompressed: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(
                Self.document(units: ["", "/UserUnit 2.5", "/UserUnit 7 0 R"], isCompressed),
                to: "units.pdf")
            for (page, factor) in [(1, 1.0), (2, 2.5), (3, 4)] {
                let request = SourceRequest(page: page, density: 72)
                let header = try Self.header(file, request)
                let expected = PixelSize(width: Int(200 * factor), height: Int(100 * factor))
                #expect(header.size == expected, "page \(page)")
                // A pixel covers an equal part of the paper.
                let microns = try #require(header.micronsPerPixel)
                #expect(abs(microns - 25_400.0 / 72) < 1e-9)
            }
        }
    }

    @Test func `An invalid user unit counts as 1`() async throws {
        try await TemporaryFolder.with { folder in
            for unit in ["/UserUnit /x", "/UserUnit -2", "/UserUnit 99 0 R", "/UserUnit 2 0 R"] {
                let file = try folder.write(Self.document(units: [unit], false), to: "a.pdf")
                let header = try Self.header(file, SourceRequest(density: 72))
                #expect(header.size == PixelSize(width: 200, height: 100), "\(unit)")
            }
        }
    }

    private static func header(_ file: URL, _ request: SourceRequest) throws -> SourceHeader {
        var trust = SourceRequest.Trust()
        trust.allowsUntrusted = true
        return try SourceImage(path: file.path, request: request, trust: trust).header
    }

    /// Returns a document whose pages are objects of the file, or in an object stream.
    private static func document(units: [String], _ isCompressed: Bool) throws -> Data {
        let kids = units.indices.map { "\(3 + $0) 0 R" }.joined(separator: " ")
        let pages = units.map {
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] \($0) >>"
        }
        let rest = [String](repeating: "null", count: 4 - units.count)
        let objects =
            [
                "<< /Type /Catalog /Pages 2 0 R >>",
                "<< /Type /Pages /Kids [\(kids)] /Count \(units.count) >>",
            ] + pages + rest + ["4"]
        guard isCompressed else { return PDFDocument.bytes(of: objects) }
        return try compressedDocument(of: objects)
    }

    /// Returns a document with an object stream and a cross-reference stream. Source: ISO 32000-1,
    /// 7.5.7 and 7.5.8.
    private static func compressedDocument(of objects: [String]) throws -> Data {
        var (places, content) = ("", "")
        for (index, object) in objects.enumerated() {
            places += "\(index + 1) \(content.utf8.count) "
            content += object + "\n"
        }
        let stream = try zlib(Array((places + content).utf8))
        var file = Data("%PDF-1.6\n".utf8)
        let start = file.count
        let number = objects.count + 1
        file += Data(
            """
            \(number) 0 obj
            << /Type /ObjStm /N \(objects.count) /First \(places.utf8.count) /Filter /FlateDecode \
            /Length \(stream.count) >>
            stream

            """.utf8)
        file += stream + Data("\nendstream\nendobj\n".utf8)
        // An object has three numbers: its kind, its offset or stream, and its index in the stream.
        var table: [UInt8] = [0, 0, 0, 0]
        for index in objects.indices {
            table += [2, UInt8(number >> 8), UInt8(number & 255), UInt8(index)]
        }
        table += [1, UInt8(start >> 8), UInt8(start & 255), 0]
        let place = file.count
        table += [1, UInt8(place >> 8), UInt8(place & 255), 0]
        file += Data(
            """
            \(number + 1) 0 obj
            << /Type /XRef /Size \(number + 2) /W [1 2 1] /Root 1 0 R /Length \(table.count) >>
            stream

            """.utf8)
        file += table + Data("\nendstream\nendobj\nstartxref\n\(place)\n%%EOF\n".utf8)
        return file
    }

    /// Returns a zlib file of one stored block. Source: RFC 1950, RFC 1951, 3.2.4.
    private static func zlib(_ bytes: [UInt8]) throws -> Data {
        let length = UInt16(bytes.count)
        let head: [UInt8] = [
            0x78, 1, 1, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255),
            UInt8(~length >> 8),
        ]
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let sum = high << 16 | low
        return Data(head + bytes + [24, 16, 8, 0].map { UInt8(sum >> $0 & 255) })
    }
}
