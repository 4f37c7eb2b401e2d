internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

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
