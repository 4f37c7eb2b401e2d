import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratSources

/// Metadata that are longer than any text for visitors.
@Suite struct LongMetadataTests {
    private static let limit = 4 << 20

    @Test(arguments: ["image.tif", "image.png", "image.webp", "image.jp2", "reduced.tif"])
    func `A packet that is too long is omitted, with a note`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let packet = Self.packet(byteCount: Self.limit + 1)
            let header = try await Self.header(of: name, packet, in: folder)
            #expect(header.metadata == SourceHeader.Metadata())
            #expect(header.conversions.contains(.leftOutMetadata(byteCount: packet.count)))
        }
    }

    @Test(arguments: ["image.tif", "image.png", "image.webp", "image.jp2", "reduced.tif"])
    func `A long packet is read, without a note`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let packet = Self.packet(byteCount: 300_000)
            let header = try await Self.header(of: name, packet, in: folder)
            #expect(header.metadata.title == "A jetty")
            let isNoted = header.conversions.contains {
                if case .leftOutMetadata = $0 { true } else { false }
            }
            #expect(!isNoted)
        }
    }

    private static func packet(byteCount: Int) -> [UInt8] {
        let start = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/">\
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">\
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A jetty</rdf:li></rdf:Alt></dc:title>
            """
        let end = "</rdf:Description></rdf:RDF></x:xmpmeta>"
        let padding = byteCount - start.utf8.count - end.utf8.count
        return Array(start.utf8) + [UInt8](repeating: 0x20, count: padding) + Array(end.utf8)
    }

    /// Returns the header of a file with a packet, in this process. libvips reads the header of a
    /// reduced image.
    private static func header(
        of name: String, _ packet: [UInt8], in folder: TemporaryFolder
    ) async throws -> SourceHeader {
        try folder.write(Data(packet), to: "packet.xmp")
        let picture = try await TestPicture(width: 64, height: 48).write(to: folder["plain.png"])
        switch URL(filePath: name).pathExtension {
        case "tif": try folder.write(tiff(packet), to: name)
        case "png": try insertChunk(packet, into: Data(contentsOf: picture), folder[name])
        case "webp":
            let file = try await TestPicture(width: 64, height: 48)
                .write(to: folder["plain.webp"], options: "strip")
            try folder.write(webp(packet, around: Data(contentsOf: file)), to: name)
        default:
            let file = try await TestPicture(width: 64, height: 48).write(to: folder["plain.jp2"])
            // A file may have a box of XMP after the codestream. Source: XMP specification, part 3,
            // 1.1.6.
            let identifier: [UInt8] = [
                0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3,
                0xAF, 0xAC,
            ]
            let length = UInt32(8 + 16 + packet.count)
            let box = big(length) + Data("uuid".utf8) + Data(identifier + packet)
            try folder.write(try Data(contentsOf: file) + box, to: name)
        }
        let fit = name.hasPrefix("reduced") ? PixelSize(square: 20) : nil
        return try SourceImage(
            path: folder[name].path, request: SourceRequest(fit: fit),
            trust: SourceRequest.Trust(allowsUntrusted: true)
        ).header
    }

    private static func big(_ number: UInt32) -> Data {
        withUnsafeBytes(of: number.bigEndian) { Data($0) }
    }

    /// The chunks of an extended file of 64 × 48 pixels. Source: RFC 9649, 2.7.
    private static func webp(_ packet: [UInt8], around plain: Data) -> Data {
        func little(_ number: Int) -> Data {
            withUnsafeBytes(of: UInt32(number).littleEndian) { Data($0) }
        }
        // The image without further chunks.
        let image =
            ["VP8 ", "VP8L"].compactMap { plain.firstRange(of: Data($0.utf8)) }.first
            ?? plain.startIndex..<plain.startIndex
        let length = plain[image.upperBound..<image.upperBound + 4].reversed()
            .reduce(0) { $0 << 8 | Int($1) }
        let features = Data([4, 0, 0, 0, 63, 0, 0, 47, 0, 0])
        var chunks = Data("WEBPVP8X".utf8) + little(features.count) + features
        chunks += plain[image.lowerBound..<image.upperBound + 4 + (length + 1) / 2 * 2]
        chunks += Data("XMP ".utf8) + little(packet.count)
        chunks += Data(packet) + Data(count: packet.count % 2)
        return Data("RIFF".utf8) + little(chunks.count) + chunks
    }

    /// An image of 64 × 64 grey pixels with the tag of XMP.
    private static func tiff(_ packet: [UInt8]) -> Data {
        func little(_ number: Int, _ count: Int) -> Data {
            Data((0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
        }
        let pixels = Data(repeating: 128, count: 64 * 64)
        let entries = [
            (256, 3, 1, 64), (257, 3, 1, 64), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
            (273, 4, 1, 8), (277, 3, 1, 1), (278, 3, 1, 64), (279, 4, 1, pixels.count),
            (700, 1, packet.count, 8 + pixels.count),
        ]
        var directory = little(entries.count, 2)
        for (tag, type, count, value) in entries {
            directory += little(tag, 2) + little(type, 2)
            directory += little(count, 4) + little(value, 4)
        }
        let padding = Data(count: packet.count % 2)
        let start = 8 + pixels.count + packet.count + padding.count
        var bytes = Data("II*\0".utf8) + little(start, 4)
        bytes += pixels + Data(packet) + padding
        return bytes + directory + little(0, 4)
    }

    /// Inserts a chunk of XMP after the header.
    private static func insertChunk(_ packet: [UInt8], into png: Data, _ file: URL) throws {
        let body = Data("iTXtXML:com.adobe.xmp\0\0\0\0\0".utf8) + Data(packet)
        var sum = UInt32.max
        for byte in body {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        var png = png
        png.insert(contentsOf: big(UInt32(body.count - 4)) + body + big(~sum), at: 33)
        try png.write(to: file)
    }
}
