import Testing
import ZigguratSystem

@testable import ZigguratImaging

/// The table of the meanings of library messages.
@Suite struct LibraryReportTests {
    @Test(arguments: [
        ("glib: Document is encrypted", LibraryReport.password),
        ("fits: CHDU not an IMAGE extension", .noImageArray),
        ("mat2vips: unsupported class type 2", .noMatrix),
        ("Read error at scanline 4294967295; got 12 bytes, expected 99", .missingData),
        ("vips__tiff_openin_source: unable to open source for input", .tiffDirectory),
        (
            "Sanity check on directory count failed, zero tag directories not supported",
            .tiffDirectory
        ),
        ("LERC compression support is not configured", .unsupportedKind),
        ("Uncompressed data (not supported) at line 3 of strip 0 (x 7)", .compressedData),
        ("Corrupt JPEG data: bad Huffman code", .compressedData),
        ("scans are missing", .missingScans), ("more than 32 MB of text", .tooManyChunks),
        ("Huffman table 0x01 was not defined", .jpegTables),
        ("Invalid input: No 'meta' box", .boxes),
        ("Unsupported feature: Unsupported bit depth", .unsupportedKind),
    ])
    func `A known message has a meaning`(_ message: String, _ report: LibraryReport) {
        #expect(LibraryReport(message) == report)
    }

    @Test func `Other messages and file names have no meaning`() {
        #expect(LibraryReport("Bytes: 0x8E 0x4D 0x00 0x00") == nil)
        #expect(LibraryReport(#"cannot open "SOS directory box.exr" now"#) == nil)
        #expect(LibraryReport("cannot open SOS") == .jpegMarkers)
    }

    @Test func `A meaning that is not damage decides the reason`() {
        func reason(_ text: String) -> SourceError? {
            ZigguratError.unopened("a", .library(text)).reason as? SourceError
        }
        #expect(reason("Document is encrypted") == .needsPassword)
        #expect(reason("no HDU found with naxes > 0") == .noImage(.array))
        #expect(reason("PDF document is damaged") == .invalidHeader)
        #expect(reason("what no table has") == .invalidHeader)
    }
}
