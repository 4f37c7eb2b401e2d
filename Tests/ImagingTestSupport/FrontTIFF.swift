import Foundation
import TestSupport

/// An uncompressed RGB TIFF whose directory precedes its pixels, so that a truncated file still
/// has a header. libtiff does not write such files.
///
/// Source: TIFF 6.0, section 2 (the directory) and section 6 (RGB images).
enum FrontTIFF {
    private static let rowsPerStrip = 16

    static func bytes(of picture: PixelPicture) -> Data {
        let rowBytes = 3 * picture.width
        let tops = stride(from: 0, to: picture.height, by: rowsPerStrip)
        let lengths = tops.map { rowBytes * min(rowsPerStrip, picture.height - $0) }
        let directoryEnd = 8 + 2 + 12 * 9 + 4
        // The directory is followed by three depths of two bytes, and two bytes of padding.
        let offsetsStart = directoryEnd + 8
        let lengthsStart = offsetsStart + 4 * lengths.count
        let pixelsStart = lengthsStart + 4 * lengths.count
        let offsets = tops.map { pixelsStart + rowBytes * $0 }
        let (short, long) = (3, 4)
        let entries = [
            (256, long, 1, picture.width), (257, long, 1, picture.height),
            (258, short, 3, directoryEnd), (259, short, 1, 1), (262, short, 1, 2),
            (273, long, lengths.count, offsetsStart), (277, short, 1, 3),
            (278, long, 1, rowsPerStrip), (279, long, lengths.count, lengthsStart),
        ]
        var data = Data("II*\0".utf8) + number(8, 4) + number(entries.count, 2)
        for (tag, type, count, value) in entries {
            data += number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        data += number(0, 4)
        for bits in [8, 8, 8, 0] { data += number(bits, 2) }
        for place in offsets + lengths { data += number(place, 4) }
        return data + Data(picture.samples)
    }

    /// Returns a number, lowest byte first.
    private static func number(_ value: Int, _ length: Int) -> Data {
        Data((0..<length).map { UInt8(value >> (8 * $0) & 255) })
    }
}
