import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// Exif behind the pixels of a PNG file.
@Suite struct PNGTailTests {
    private static let endBytes = 12

    /// Exif with an orientation.
    private static func exif(_ orientation: UInt8) -> [UInt8] {
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation]
            + [0, 0, 0, 0, 0, 0]
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        let checksum = CRC32.checksum(of: body)
        return big(UInt32(data.count)) + body + big(checksum)
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func source(
        _ file: URL, before: [UInt8] = [], behind: [UInt8], isInterlaced: Bool = false,
        trust: SourceRequest.Trust = SourceRequest.Trust()
    ) async throws -> SourceImage {
        let options = isInterlaced ? "interlace" : ""
        let picture = TestPicture(width: 60, height: 40)
        let plain = try await [UInt8](
            Data(contentsOf: picture.write(to: file, options: options)))
        // The IHDR chunk ends at byte 33.
        let bytes =
            plain[..<33] + before + plain[33..<plain.count - endBytes] + behind
            + plain.suffix(endBytes)
        try Data(bytes).write(to: file)
        return try SourceImage(path: file.path, trust: trust)
    }

    @Test(arguments: [false, true])
    func `Exif behind the pixels turns the image`(_ isInterlaced: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let text = Self.chunk("tEXt", Array("Comment\0eXIf".utf8))
            let source = try await Self.source(
                folder["a.png"], behind: text + Self.chunk("eXIf", Self.exif(6)) + text,
                isInterlaced: isInterlaced)
            #expect(source.header.orientation == 6)
            #expect(source.header.size == PixelSize(width: 40, height: 60))
            #expect(try source.pixels().height == 60)
        }
    }

    /// libvips reads a damaged file.
    @Test func `Exif behind damaged pixels turns the image`() async throws {
        try await TemporaryFolder.with { folder in
            let trust = SourceRequest.Trust(allowsDamaged: true)
            let source = try await Self.source(
                folder["a.png"], behind: Self.chunk("eXIf", Self.exif(6)), trust: trust)
            #expect(source.header.orientation == 6)
            var bytes = try [UInt8](Data(contentsOf: folder["a.png"]))
            bytes[bytes.count * 2 / 3] ^= 0x55
            try Data(bytes).write(to: folder["a.png"])
            let damaged = try SourceImage(path: folder["a.png"].path, trust: trust)
            #expect(damaged.header.orientation == 6)
            #expect(damaged.header.conversions.count == 2)
        }
    }

    @Test func `Other bytes with the name are no Exif`() async throws {
        try await TemporaryFolder.with { folder in
            var damaged = Self.chunk("eXIf", Self.exif(6))
            damaged[damaged.count - 1] ^= 1
            let inText = Self.chunk(
                "tEXt", Array("Comment\0".utf8) + Self.chunk("eXIf", Self.exif(6)))
            for behind in [damaged, inText, Array("eXIf".utf8)] {
                let source = try await Self.source(folder["a.png"], behind: behind)
                #expect(source.header.orientation == 1)
            }
        }
    }

    @Test func `Exif before the pixels takes precedence`() async throws {
        try await TemporaryFolder.with { folder in
            let source = try await Self.source(
                folder["a.png"], before: Self.chunk("eXIf", Self.exif(3)),
                behind: Self.chunk("eXIf", Self.exif(6)))
            #expect(source.header.orientation == 3)
        }
    }
}
