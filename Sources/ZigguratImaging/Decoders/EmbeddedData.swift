/// Profile and metadata as a file contains them.
struct EmbeddedData {
    var profile: [UInt8]?
    var xmp: [UInt8]?
    var iptc: [UInt8]?
    var exif: ExifFields?

    var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(
            xmp: xmp, iptc: iptc, exif: exif?.metadata ?? SourceHeader.Metadata())
    }
}
