internal import CImageFormats
internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// The colour profile and the metadata that are embedded in a file.
package struct EmbeddedData {
    package var profile: [UInt8]?
    /// Whether the samples have a high dynamic range, which is not converted.
    package var hasHighRange = false
    package var xmp: [UInt8]?
    package var iptc: [UInt8]?
    package var exif: ExifFields?
    /// Whether Exif states Adobe RGB, and the file does not state its colour space in another way.
    package var ignoresColour = false

    package init(
        profile: [UInt8]? = nil, hasHighRange: Bool = false, xmp: [UInt8]? = nil,
        iptc: [UInt8]? = nil, exif: ExifFields? = nil, ignoresColour: Bool = false
    ) {
        self.profile = profile
        self.hasHighRange = hasHighRange
        self.xmp = xmp
        self.iptc = iptc
        self.exif = exif
        self.ignoresColour = ignoresColour
    }

    /// The maximum size of an XMP packet, and of IPTC records, that is read, in bytes. A larger
    /// packet contains the editing history of an image, or is hostile. A parsed packet takes ten
    /// times as much memory.
    package static let longestText = 4 << 20

    /// The total size of texts that are longer than ``longestText``, in bytes.
    package static func leftOutBytes(_ texts: Int?...) -> Int {
        texts.reduce(0) { $0 + (($1 ?? 0) > longestText ? $1 ?? 0 : 0) }
    }

    package var leftOutBytes: Int { Self.leftOutBytes(xmp?.count, iptc?.count) }

    package var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(
            xmp: xmp, iptc: iptc, exif: exif?.metadata ?? SourceHeader.Metadata())
    }
}

/// The Exif fields that an export shows.
///
/// Source: Exif 2.32, 4.6.4 and 4.6.5.
package struct ExifFields {
    package let metadata: SourceHeader.Metadata
    /// The Exif orientation, 1 (upright) to 8.
    package let orientation: Int
    /// Whether the colour space is Adobe RGB.
    ///
    /// Source: DCF 2.0 (JEITA CP-3461A), optional color space: the interoperability index “R03”.
    package let isAdobeRGB: Bool

    /// - Parameters:
    ///   - segment: a JPEG segment, from the word `Exif` on.
    ///   - isStrict: whether libvips has to read unusual fields. If `false`, unusual fields are
    ///     skipped.
    /// - Returns: `nil` if libvips has to read the fields: a field is repeated or has an unexpected
    ///   type, or a text is not ASCII.
    package init?(_ segment: [UInt8], isStrict: Bool = true) {
        guard let exif = zig_exif_open(segment, segment.count) else { return nil }
        defer { zig_exif_close(exif) }
        let field = zig_exif_get(exif, ZIG_EXIF_ORIENTATION)
        let isUsual = field.count == 1 && (1...8).contains(field.number)
        orientation = isUsual ? Int(field.number) : 1
        guard field.count == 0 || isUsual || !isStrict else { return nil }
        var texts: [String?] = []
        for field in [
            ZIG_EXIF_DESCRIPTION, ZIG_EXIF_ARTIST, ZIG_EXIF_COPYRIGHT, ZIG_EXIF_TAKEN,
            ZIG_EXIF_CHANGED,
        ] {
            let value = zig_exif_get(exif, field)
            guard value.count > 0 else {
                texts.append(nil)
                continue
            }
            let bytes = UnsafeRawBufferPointer(start: value.bytes, count: value.length)
            let text = value.count == 1 && value.is_text != 0 ? Self.text(bytes, isStrict) : nil
            guard text != nil || !isStrict else { return nil }
            texts.append(text)
        }
        let index = zig_exif_get(exif, ZIG_EXIF_INTEROPERABILITY)
        isAdobeRGB = UnsafeRawBufferPointer(start: index.bytes, count: index.length)
            .starts(with: "R03".utf8)
        metadata = SourceHeader.Metadata(
            exifDescription: texts[0], artist: texts[1], copyright: texts[2], taken: texts[3],
            changed: texts[4])
    }

    /// Reads the Exif item of a HEIC, AVIF or JPEG XL file, and skips unusual fields.
    ///
    /// - Parameter item: the item, which begins with the offset of the TIFF header. The word `Exif`
    ///   may precede the TIFF header. Source: ISO/IEC 23008-12, A.2.1; ISO/IEC 18181-2, 9.
    package init?(item: [UInt8]) {
        guard item.count > 4 else { return nil }
        let start = 4 + item[..<4].bigEndian
        guard start < item.count else { return nil }
        self.init(Array("Exif\0\0".utf8) + item[start...], isStrict: false)
    }

    /// Returns the text up to the first zero. If `isStrict`, a text with a parenthesis is rejected:
    /// libvips' form of the field is then ambiguous, and both readers have to return equal texts.
    private static func text(_ bytes: UnsafeRawBufferPointer, _ isStrict: Bool) -> String? {
        let text = bytes.prefix { $0 != 0 }
        guard !isStrict || text.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "(") }) else {
            return nil
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension VipsImage {
    /// The metadata for visitors: each field from XMP, else from IPTC, else from Exif.
    package var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(
            xmp: text(ofBytes: "xmp-data"), iptc: text(ofBytes: "iptc-data"),
            exif: SourceHeader.Metadata(
                exifDescription: exifText("exif-ifd0-ImageDescription"),
                artist: exifText("exif-ifd0-Artist"), copyright: exifText("exif-ifd0-Copyright"),
                taken: exifText("exif-ifd2-DateTimeOriginal"),
                changed: exifText("exif-ifd0-DateTime")))
    }

    /// The length of texts that are omitted because they are too long, in bytes.
    package var leftOutBytes: Int {
        EmbeddedData.leftOutBytes(
            withBytes(of: "xmp-data") { $0.count }, withBytes(of: "iptc-data") { $0.count })
    }

    private func text(ofBytes name: String) -> [UInt8]? {
        withBytes(of: name) { $0.count <= EmbeddedData.longestText ? [UInt8]($0) : nil } ?? nil
    }

    /// Returns the value of an Exif field. libvips formats the field as `value (value, ASCII, 6
    /// components, 6 bytes)`.
    private func exifText(_ name: String) -> String? {
        guard let field = text(name), let type = field.ranges(of: ", ASCII, ").last else {
            return nil
        }
        // The value, “ (”, and the value in readable form. Usually the two values are equal.
        let both = field[..<type.lowerBound]
        let half = (both.count - 2) / 2
        if half >= 0, both.prefix(half) == both.suffix(half) { return String(both.prefix(half)) }
        guard let parenthesis = both.firstRange(of: " (") else { return nil }
        return String(both[..<parenthesis.lowerBound])
    }
}
