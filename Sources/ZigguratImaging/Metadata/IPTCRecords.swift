internal import ZigguratCore

/// The IPTC records of a file, stored directly or in Photoshop's image resources.
///
/// Source: IPTC-NAA Information Interchange Model 4.1, 1.5 and 6; Adobe Photoshop File Formats
/// Specification, image resource blocks.
struct IPTCRecords {
    /// The datasets of record 2, the application record, by number.
    private var datasets: [UInt8: [String]] = [:]

    init(_ bytes: [UInt8]) {
        let data = Self.resource(of: bytes) ?? bytes[...]
        var rest = data
        var isUTF8 = false
        while rest.count >= 5, rest[rest.startIndex] == 0x1C {
            let start = rest.startIndex
            let (record, number) = (rest[start + 1], rest[start + 2])
            let length = rest[start + 3...start + 4].bigEndian
            // The highest bit marks an extended length, which texts do not need.
            guard length < 0x8000, length <= rest.count - 5 else { break }
            let value = rest[(start + 5)..<(start + 5 + length)]
            if record == 1, number == 90 { isUTF8 = value.elementsEqual([0x1B, 0x25, 0x47]) }
            if record == 2 {
                let text =
                    isUTF8 || String(validating: value, as: UTF8.self) != nil
                    ? String(decoding: value, as: UTF8.self)
                    : String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
                datasets[number, default: []].append(text)
            }
            rest = rest[(start + 5 + length)...]
        }
    }

    package var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(
            title: SourceHeader.Metadata.text(datasets[5]?.first ?? datasets[105]?.first),
            description: SourceHeader.Metadata.text(datasets[120]?.first),
            creator: SourceHeader.Metadata.text(datasets[80]?.joined(separator: ", ")),
            rights: SourceHeader.Metadata.text(datasets[116]?.first),
            date: SourceHeader.Metadata.date(datasets[55]?.first))
    }

    /// Returns Photoshop's resource 0x0404: `8BIM`, a number, a name, a length and the data.
    private static func resource(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var position = 0
        if bytes.starts(with: "Photoshop 3.0\0".utf8) { position = 14 }
        while position + 12 <= bytes.count,
            bytes[position..<position + 4].elementsEqual("8BIM".utf8)
        {
            let number = bytes[position + 4...position + 5].bigEndian
            // The length byte and the name together have an even number of bytes.
            let start = position + 6 + (Int(bytes[position + 6]) + 2) / 2 * 2
            guard start + 4 <= bytes.count else { return nil }
            let length = bytes[start..<start + 4].bigEndian
            guard length <= bytes.count - start - 4 else { return nil }
            if number == 0x0404 { return bytes[(start + 4)..<(start + 4 + length)] }
            position = start + 4 + (length + 1) / 2 * 2
        }
        return nil
    }
}
