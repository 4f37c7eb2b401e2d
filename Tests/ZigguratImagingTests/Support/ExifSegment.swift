import Foundation

/// What cameras write into a JPEG about how it is to be turned.
enum ExifSegment {
    /// The file with an Exif segment that says so and nothing else, in place.
    static func insert(orientation: Int, into file: URL) throws {
        var bytes = try Data(contentsOf: file)
        // APP1 of 34 bytes: little-endian TIFF with one entry, tag 0x0112 of type SHORT.
        let segment: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0]
            + [0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0, 0]
        bytes.insert(contentsOf: segment, at: 2)
        try bytes.write(to: file)
    }
}
