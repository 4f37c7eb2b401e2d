import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Truncated files are filled on request if the decoder can fill them, and rejected otherwise.
@Suite struct TruncatedSourceTests {
    /// Returns the note with the row that the error names.
    private static func note(of error: ZigguratError?) -> [ConversionStep] {
        guard case .truncated(let row, _) = error?.reason as? SourceError else { return [] }
        return [.filled(row: row)]
    }

    /// Rows above the end do not change; the other rows have one colour.
    @Test(arguments: ["photo.jpg", "photo.png"])
    func `A truncated file is filled on request`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 777, height: 523).write(to: folder[name])
            let whole = try SourceImage(path: file.path).pixels()
            let bytes = try Data(contentsOf: file)
            let cut = try folder.write(bytes.prefix(bytes.count * 6 / 10), to: "cut-\(name)")
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: cut.path).pixels()
            }
            let source = try SourceImage(
                path: cut.path, trust: SourceRequest.Trust(allowsDamaged: true))
            #expect(source.header.conversions == Self.note(of: error))
            let filled = try source.pixels()
            let (top, bottom) = (whole.height * 2 / 5, whole.height * 9 / 10)
            let isKept =
                filled.cropped(x: 0, y: 0, width: 777, height: top)
                == whole.cropped(x: 0, y: 0, width: 777, height: top)
            #expect(isKept)
            let rest = filled.cropped(x: 0, y: bottom, width: 777, height: 40)
            #expect(rest.samples.allSatisfy { $0 == rest.samples[0] })
        }
    }

    @Test func `Missing blocks of a TIFF are filled`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 300, height: 200).pixels()
            let bytes = FrontTIFF.bytes(of: picture)
            let cut = try folder.write(bytes.prefix(bytes.count * 6 / 10), to: "cut.tif")
            #expect(throws: ZigguratError.self) { try SourceImage(path: cut.path).pixels() }
            let source = try SourceImage(
                path: cut.path, trust: SourceRequest.Trust(allowsDamaged: true))
            #expect(source.header.conversions == [.filled(row: 112)])
            let filled = try source.pixels()
            let isKept =
                filled.cropped(x: 0, y: 0, width: 300, height: 100)
                == picture.cropped(x: 0, y: 0, width: 300, height: 100)
            #expect(isKept)
            let rest = filled.cropped(x: 0, y: 130, width: 300, height: 70)
            #expect(rest.samples.allSatisfy { $0 == 0 })
        }
    }

    /// Poppler finds the objects of a PDF without a cross-reference table.
    @Test func `A truncated PDF is an error unless damage is allowed`() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = PDFDocument.bytes(pages: 3)
            let tail = Data(repeating: UInt8(ascii: "\n"), count: 3 << 20)
            let whole = try folder.write(bytes, to: "whole.pdf")
            var trust = SourceRequest.Trust(allowsUntrusted: true)
            let pixels = try SourceImage(path: whole.path, trust: trust).pixels()
            // The second document has a trailer, but lacks the offset of the cross-reference table.
            for bytes in [bytes + tail, bytes.dropLast(20)] {
                let whole = try folder.write(bytes, to: "whole.pdf")
                #expect(try SourceImage(path: whole.path, trust: trust).pixels() == pixels)
            }
            // These documents have lost the end of an update.
            for update in ["99 0 obj\n<< >>\nendobj\n", "99 0 obj\n<< >>\nendobj\n98 0 obj\n<<"] {
                let cut = try folder.write(bytes + Data(update.utf8), to: "cut.pdf")
                let error = #expect(throws: ZigguratError.self) {
                    try SourceImage(path: cut.path, trust: trust)
                }
                #expect(error?.reason as? SourceError == .invalidData(row: nil))
                #expect(error?.subject == cut.path)
                trust.allowsDamaged = true
                let source = try SourceImage(path: cut.path, trust: trust)
                trust.allowsDamaged = false
                #expect(source.header.conversions.first == .damaged(row: nil))
                #expect(try source.pixels() == pixels)
            }
        }
    }

    /// Some formats need the end of the file, which is checked before pixels are read.
    @Test(arguments: [
        ("photo.tif", "", SourceError.truncated(row: nil, of: nil)),
        ("photo.webp", "lossless", .truncated(row: nil, of: nil)),
        ("photo.webp", "Q=80", .truncated(row: nil, of: nil)),
        ("photo.heic", "", .truncated(row: nil, of: nil)),
        ("photo.avif", "", .truncated(row: nil, of: nil)),
    ])
    func `A file that cannot be filled is an error`(
        _ name: String, _ options: String, _ reason: SourceError
    ) async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 300, height: 200)
            let file = try await picture.write(to: folder[name], options: options)
            let trust = SourceRequest.Trust(allowsDamaged: true)
            let whole = try SourceImage(path: file.path, trust: trust)
            #expect(whole.header.conversions == [])
            #expect(try whole.pixels().difference(from: picture.pixels()).mean < 8)
            let bytes = try Data(contentsOf: file)
            for part in [6, 9] {
                let cut = try folder.write(bytes.prefix(bytes.count * part / 10), to: "cut-\(name)")
                let error = #expect(throws: ZigguratError.self) {
                    try SourceImage(path: cut.path, trust: trust)
                }
                #expect(error?.reason as? SourceError == reason)
                #expect(error?.subject == cut.path)
            }
        }
    }
}
