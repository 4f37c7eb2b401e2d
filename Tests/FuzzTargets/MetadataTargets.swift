@testable import ZigguratImaging

extension FuzzTarget {
    static let xmp = FuzzTarget("xmp") { _ = XMPPacket($0)?.metadata }
    static let iptc = FuzzTarget("iptc") { _ = IPTCRecords($0).metadata }

    /// The Exif data of a JPEG, and of an item in a HEIC or JPEG XL file.
    static let exif = FuzzTarget("exif") { input in
        _ = ExifFields(Array("Exif\0\0".utf8) + input)?.metadata
        _ = ExifFields(item: input)?.metadata
    }
}
