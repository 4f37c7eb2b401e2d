/// The colour profile and the metadata that are embedded in a file.
struct EmbeddedData {
    var profile: [UInt8]?
    /// Whether the samples have a high dynamic range, which is not converted.
    var hasHighRange = false
    var xmp: [UInt8]?
    var iptc: [UInt8]?
    var exif: ExifFields?
    /// Whether Exif states Adobe RGB, and the file does not state its colour space in another way.
    var ignoresColour = false

    /// The maximum size of an XMP packet, and of IPTC records, that is read, in bytes. A larger
    /// packet contains the editing history of an image, or is hostile. A parsed packet takes ten
    /// times as much memory.
    static let longestText = 4 << 20

    /// The total size of texts that are longer than ``longestText``, in bytes.
    static func leftOutBytes(_ texts: Int?...) -> Int {
        texts.reduce(0) { $0 + (($1 ?? 0) > longestText ? $1 ?? 0 : 0) }
    }

    var leftOutBytes: Int { Self.leftOutBytes(xmp?.count, iptc?.count) }

    var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(
            xmp: xmp, iptc: iptc, exif: exif?.metadata ?? SourceHeader.Metadata())
    }
}
