/// Profile and metadata as a file contains them.
struct EmbeddedData {
    var profile: [UInt8]?
    /// Whether the samples have a high dynamic range, which is not converted.
    var hasHighRange = false
    var xmp: [UInt8]?
    var iptc: [UInt8]?
    var exif: ExifFields?
    /// Whether Exif states Adobe RGB, and the file states no colours in another way.
    var ignoresColour = false

    /// The longest XMP packet and the longest IPTC records that are read, in bytes. A longer packet has
    /// the history of an image, or is hostile: as a tree it takes ten times as much memory.
    static let longestText = 4 << 20

    /// The length of texts that are too long to be read, in bytes.
    static func leftOutBytes(_ texts: Int?...) -> Int {
        texts.reduce(0) { $0 + (($1 ?? 0) > longestText ? $1 ?? 0 : 0) }
    }

    var leftOutBytes: Int { Self.leftOutBytes(xmp?.count, iptc?.count) }

    var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(
            xmp: xmp, iptc: iptc, exif: exif?.metadata ?? SourceHeader.Metadata())
    }
}
