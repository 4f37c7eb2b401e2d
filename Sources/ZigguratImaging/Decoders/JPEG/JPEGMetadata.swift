internal import ZigguratCore
internal import ZigguratSystem

/// Exif, XMP and IPTC of a JPEG, read from the segments before the image.
///
/// Source: ITU-T T.81, B.1.1.4; Exif 2.32, 4.7.2; XMP specification, part 3 (ISO 16684-3), 1.1.3.
struct JPEGMetadata {
    private let exif: SourceMetadata
    private let xmp: [UInt8]?
    private let iptc: [UInt8]?

    private static let exifStart = Array("Exif\0\0".utf8)
    private static let xmpStart = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let iptcStart = Array("Photoshop 3.0\0".utf8)
    /// A photograph has fewer segments.
    private static let mostSegments = 200

    /// - Returns: `nil` if libvips has to read them: a segment is repeated, of an unknown kind or
    ///   damaged, or its Exif is unusual.
    init?(_ file: SourceFile) {
        var (exif, xmp, iptc): ([UInt8]?, [UInt8]?, [UInt8]?)
        var place = 2
        for _ in 0..<Self.mostSegments {
            let head = file.bytes(4, at: place)
            // Markers from 0xD0 to 0xD9 have no length, and do not occur here.
            guard head.count == 4, head[0] == 0xFF, (0xC0...0xFE).contains(head[1]),
                !(0xD0...0xD9).contains(head[1])
            else { return nil }
            let length = head[2...3].bigEndian
            guard length >= 2 else { return nil }
            switch head[1] {
            case 0xDA:
                var fields = SourceMetadata()
                if let exif {
                    guard let read = ExifFields(exif) else { return nil }
                    fields = read.metadata
                }
                (self.exif, self.xmp, self.iptc) = (fields, xmp, iptc)
                return
            case 0xE1, 0xED:
                let bytes = file.bytes(length - 2, at: place + 4)
                guard bytes.count == length - 2 else { return nil }
                if exif == nil, bytes.starts(with: Self.exifStart) {
                    exif = bytes
                } else if xmp == nil, bytes.starts(with: Self.xmpStart) {
                    xmp = Array(bytes.dropFirst(Self.xmpStart.count))
                } else if iptc == nil, bytes.starts(with: Self.iptcStart) {
                    iptc = bytes
                } else {
                    return nil
                }
            default: break
            }
            place += 2 + length
        }
        return nil
    }

    var metadata: SourceMetadata { SourceMetadata(xmp: xmp, iptc: iptc, exif: exif) }
}
