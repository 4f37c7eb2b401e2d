internal import CVips
internal import ZigguratCore

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
