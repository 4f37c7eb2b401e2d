import Foundation
import Testing

/// Adobe's marker in a JPEG.
enum AdobeSegment {
    /// Changes Adobe's marker in a CMYK JPEG, or removes it.
    ///
    /// - Parameter transform: 0 for CMYK, 2 for YCCK. The colours change equally in both readers.
    static func mark(_ file: URL, transform: UInt8?) throws {
        var bytes = [UInt8](try Data(contentsOf: file))
        let adobe = try #require(bytes.firstRange(of: Array("Adobe".utf8)))
        if let transform {
            bytes[adobe.lowerBound + 11] = transform
        } else {
            bytes.removeSubrange(adobe.lowerBound - 4..<adobe.lowerBound + 12)
        }
        try Data(bytes).write(to: file)
    }
}
