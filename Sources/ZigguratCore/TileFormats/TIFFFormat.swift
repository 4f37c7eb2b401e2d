internal import ZigguratSystem

/// TIFF with one strip, compressed by Deflate: lossless tiles for programs that do not read PNG, and
/// the tiles of pyramidal TIFF files.
///
/// Source: TIFF 6.0, sections 2 (structure) and 14 (differencing predictor); Adobe Photoshop TIFF
/// Technical Notes, 2002 (Deflate).
package enum TIFFFormat: TileFormatTraits {
    package static let name = "tiff"
    package static let title = "TIFF"
    package static let fileExtensions = ["tif", "tiff"]
    package static let mediaType = "image/tiff"
    package static let maximumSide = 1_000_000
    package static let keepsAlpha = true
    package static let options: Set<TileEncoding.Option> = [.compression, .sixteenBits]
    package static let losslessMode = LosslessMode.always
    /// Of the major browsers, only Safari shows TIFF.
    package static let isShownByAllBrowsers = false
    package static let losslessBitsPerPixel = 14.0
    package static let secondsPerMegapixel = 0.009

    /// Whether a file is little-endian with offsets of four bytes. Other TIFF files are not tiles.
    package static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x49, 0x49, 42, 0])
    }

    /// Whether the only strip lies within the file.
    package static func hasEnd(_ bytes: [UInt8]) -> Bool {
        let directory = bytes.little(4, at: 4)
        let count = bytes.little(2, at: directory)
        // An array has its offset in this field, so a file with several strips is not a tile.
        let value = { (tag: Int) in
            (0..<count).lazy.map { directory + 2 + $0 * 12 }
                .first { bytes.little(2, at: $0) == tag && bytes.little(4, at: $0 + 4) == 1 }
                .map { bytes.little(4, at: $0 + 8) }
        }
        guard let offset = value(273), let length = value(279), length > 0 else { return false }
        return offset + length <= bytes.count
    }
}

/// The beginning of a TIFF file with one strip: the header, the directory, and the values that do
/// not fit into the directory. The strip follows.
///
/// Source: TIFF 6.0, sections 2 (structure), 14 (differencing predictor) and 18 (alpha); ICC.1,
/// annex B.4 (profiles in TIFF).
package struct TIFFHead {
    package var size: PixelSize
    /// The number of samples per pixel; the last sample is alpha if `hasAlpha`.
    package var samples: Int
    package var hasAlpha: Bool
    package var bits: Int
    /// The compression method; 8 is Deflate.
    package var compression = 8
    /// The meaning of the samples: 0 white is zero, 1 black is zero, 2 RGB.
    package var photometric: Int
    /// The predictor: 1 none, 2 horizontal differencing.
    package var predictor = 2
    /// The ICC profile; empty without a profile.
    package var profile: [UInt8] = []

    package init(size: PixelSize, samples: Int, hasAlpha: Bool, bits: Int, photometric: Int) {
        (self.size, self.samples, self.hasAlpha) = (size, samples, hasAlpha)
        (self.bits, self.photometric) = (bits, photometric)
    }

    private enum Value {
        case short(Int)
        case long(Int)
        /// Values that are stored after the directory, with their type and number.
        case others(type: UInt16, count: Int, [UInt8])
    }

    /// Returns the bytes before the strip.
    ///
    /// - Parameter stripBytes: the length of the strip in bytes. This number does not change the
    ///   length of the result.
    package func bytes(stripBytes: Int) -> [UInt8] {
        var depths: [UInt8] = []
        for _ in 0..<samples { depths.append(little: UInt16(bits)) }
        var entries: [(tag: UInt16, value: Value)] = [
            (256, .long(size.width)), (257, .long(size.height)),
            (258, .others(type: 3, count: samples, depths)), (259, .short(compression)),
            (262, .short(photometric)), (273, .long(0)), (277, .short(samples)),
            (278, .long(size.height)), (279, .long(stripBytes)), (284, .short(1)),
            (317, .short(predictor)),
        ]
        // 2: alpha is not premultiplied.
        if hasAlpha { entries.append((338, .short(2))) }
        if !profile.isEmpty {
            entries.append((34_675, .others(type: 7, count: profile.count, profile)))
        }
        let behind = 8 + 2 + 12 * entries.count + 4
        let others = entries.flatMap { entry -> [UInt8] in
            guard case .others(_, _, let bytes) = entry.value, bytes.count > 4 else { return [] }
            return bytes
        }
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        bytes.append(little: UInt16(entries.count))
        var next = behind
        for (tag, value) in entries {
            bytes.append(little: tag)
            switch value {
            case .short(let number):
                bytes.append(little: UInt16(3))
                bytes.append(little: UInt32(1))
                bytes.append(little: UInt32(number))
            case .long(let number):
                bytes.append(little: UInt16(4))
                bytes.append(little: UInt32(1))
                bytes.append(
                    little: UInt32(tag == 273 ? behind + others.count : number))
            case .others(let type, let count, let numbers):
                bytes.append(little: type)
                bytes.append(little: UInt32(count))
                if numbers.count > 4 {
                    bytes.append(little: UInt32(next))
                    next += numbers.count
                } else {
                    bytes += numbers + [UInt8](repeating: 0, count: 4 - numbers.count)
                }
            }
        }
        bytes.append(little: UInt32(0))
        return bytes + others
    }
}
