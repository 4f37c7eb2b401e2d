import Foundation
import Testing

/// Metadata segments of a JPEG.
enum MetadataSegments {
    /// Exif with a description, names, a date, a location, a serial number and a thumbnail.
    static let place = "Bank of a certain river"
    static let serialNumber = "SN-4711-0815"
    static let thumbnail = "THUMBNAIL-OF-THE-CAMERA"
    /// The latitude 52° 31' 12.3457", as three fractions.
    static let latitude: [UInt32] = [52, 1, 31, 1, 123_457, 10_000]

    static func insert(_ segments: [Data], into file: URL) throws {
        var bytes = try Data(contentsOf: file)
        bytes.insert(contentsOf: segments.joined(), at: 2)
        try bytes.write(to: file)
    }

    static func exif(
        description: String = "A jetty", artist: String = "Ann Exif",
        copyright: String = "All hers", date: String = "2019:08:07 06:05:04"
    ) -> Data {
        var tiff = TIFFBlock()
        let exifFolder = TIFFBlock.Entry.texts([
            (0x9003, date), (0xA431, serialNumber), (0xA435, serialNumber),
        ])
        let place = [
            TIFFBlock.Entry(tag: 1, type: 2, count: 2, value: Data("N\0".utf8)),
            TIFFBlock.Entry(
                tag: 2, type: 5, count: 3,
                value: latitude.reduce(into: Data()) { $0.append($1) }),
            TIFFBlock.Entry(
                tag: 0x1C, type: 7, count: place.utf8.count + 8,
                value: Data("ASCII\0\0\0\(place)".utf8)),
        ]
        tiff.write(
            TIFFBlock.Entry.texts([
                (0x010E, description), (0x010F, "Maker"), (0x013B, artist), (0x8298, copyright),
            ]), folders: [0x8769: exifFolder, 0x8825: place])
        return segment(0xE1, Data("Exif\0\0".utf8) + tiff.bytes + Data(thumbnail.utf8))
    }

    static func xmp(_ properties: String) -> Data {
        let packet = """
            <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
              xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
              xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,31.2057N"
              xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">\(properties)</rdf:Description>
            </rdf:RDF></x:xmpmeta>
            <?xpacket end="w"?>
            """
        return segment(0xE1, Data("http://ns.adobe.com/xap/1.0/\0".utf8) + Data(packet.utf8))
    }

    /// Datasets of record 2 by number, in UTF-8 or Latin-1.
    static func iptc(_ datasets: [(UInt8, [UInt8])], isUTF8: Bool) -> Data {
        var records: [UInt8] = isUTF8 ? [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47] : []
        for (number, value) in datasets {
            records += [0x1C, 2, number, UInt8(value.count >> 8), UInt8(value.count & 255)] + value
        }
        if records.count % 2 == 1 { records += [0x1C, 2, 0, 0, 0, 0] }
        var block = Array("Photoshop 3.0\u{0}8BIM".utf8) + [4, 4, 0, 0, 0, 0]
        block += [UInt8(records.count >> 8), UInt8(records.count & 255)] + records
        return segment(0xED, Data(block))
    }

    /// The segment of a JPEG that holds its colour profile.
    static func profile(of file: URL) throws -> Data {
        let bytes = [UInt8](try Data(contentsOf: file))
        let name = try #require(Data(bytes).firstRange(of: Data("ICC_PROFILE\0".utf8)))
        let start = name.lowerBound - 4
        let length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
        return Data(bytes[start..<start + 2 + length])
    }

    static func segment(_ marker: UInt8, _ content: Data) -> Data {
        let length = content.count + 2
        return Data([0xFF, marker, UInt8(length >> 8), UInt8(length & 255)]) + content
    }
}

/// The directories of Exif, little-endian.
private struct TIFFBlock {
    struct Entry {
        let tag: UInt16
        let type: UInt16
        let count: Int
        let value: Data

        static func texts(_ texts: [(UInt16, String)]) -> [Entry] {
            texts.map { tag, text in
                let value = Data(text.utf8) + [0]
                return Entry(tag: tag, type: 2, count: value.count, value: value)
            }
        }
    }

    private(set) var bytes = Data("II*\0".utf8) + Data([8, 0, 0, 0])

    mutating func write(_ entries: [Entry], folders: [UInt16: [Entry]]) {
        let pointers = folders.keys.sorted()
        var start = 8 + Self.length(of: entries.count + pointers.count)
        start += entries.reduce(0) { $0 + Self.room(for: $1) }
        var all = entries
        for tag in pointers {
            var offset = Data()
            offset.append(UInt32(start))
            all.append(Entry(tag: tag, type: 4, count: 1, value: offset))
            let folder = folders[tag] ?? []
            start += Self.length(of: folder.count)
            start += folder.reduce(0) { $0 + Self.room(for: $1) }
        }
        write(all)
        for tag in pointers { write(folders[tag] ?? []) }
    }

    private mutating func write(_ entries: [Entry]) {
        var values = Data()
        let start = bytes.count + Self.length(of: entries.count)
        bytes.append(UInt16(entries.count))
        for entry in entries {
            bytes.append(entry.tag)
            bytes.append(entry.type)
            bytes.append(UInt32(entry.count))
            if entry.value.count <= 4 {
                bytes.append(entry.value + Data(repeating: 0, count: 4 - entry.value.count))
            } else {
                bytes.append(UInt32(start + values.count))
                values.append(entry.value)
            }
        }
        bytes.append(UInt32(0))
        bytes.append(values)
    }

    private static func length(of entryCount: Int) -> Int { 2 + 12 * entryCount + 4 }
    private static func room(for entry: Entry) -> Int {
        entry.value.count <= 4 ? 0 : entry.value.count
    }
}

extension Data {
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
