internal import CVips
internal import ZigguratCore

extension VipsImage {
    /// What the file says for visitors: in XMP, else in IPTC, else in Exif.
    var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(
            xmp: text(ofBytes: "xmp-data"), iptc: text(ofBytes: "iptc-data"),
            exif: SourceHeader.Metadata(
                exifDescription: exifText("exif-ifd0-ImageDescription"),
                artist: exifText("exif-ifd0-Artist"), copyright: exifText("exif-ifd0-Copyright"),
                taken: exifText("exif-ifd2-DateTimeOriginal"),
                changed: exifText("exif-ifd0-DateTime")))
    }

    /// The length of texts that are too long to be read, in bytes.
    var leftOutBytes: Int {
        EmbeddedData.leftOutBytes(
            withBytes(of: "xmp-data") { $0.count }, withBytes(of: "iptc-data") { $0.count })
    }

    private func text(ofBytes name: String) -> [UInt8]? {
        withBytes(of: name) { $0.count <= EmbeddedData.longestText ? [UInt8]($0) : nil } ?? nil
    }

    /// The value of an Exif field, which libvips gives as `value (value, ASCII, 6 components, 6
    /// bytes)`.
    private func exifText(_ name: String) -> String? {
        guard let field = text(name), let type = field.ranges(of: ", ASCII, ").last else {
            return nil
        }
        // The value, “ (”, and the value in readable form, which is mostly the same.
        let both = field[..<type.lowerBound]
        let half = (both.count - 2) / 2
        if half >= 0, both.prefix(half) == both.suffix(half) { return String(both.prefix(half)) }
        guard let parenthesis = both.firstRange(of: " (") else { return nil }
        return String(both[..<parenthesis.lowerBound])
    }
}
