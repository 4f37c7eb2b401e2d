import Foundation

/// The Exif orientation of a JPEG.
enum ExifSegment {
    /// Inserts an Exif segment with only an orientation into the file.
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
