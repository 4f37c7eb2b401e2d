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
