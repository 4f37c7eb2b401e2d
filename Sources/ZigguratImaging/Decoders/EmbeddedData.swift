/// Profile and metadata as a file contains them.
struct EmbeddedData {
    var profile: [UInt8]?
    /// Whether the samples have a high dynamic range, which is not converted.
    var hasHighRange = false
    var xmp: [UInt8]?
    var iptc: [UInt8]?
    var exif: ExifFields?

    var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(
            xmp: xmp, iptc: iptc, exif: exif?.metadata ?? SourceHeader.Metadata())
    }
}
