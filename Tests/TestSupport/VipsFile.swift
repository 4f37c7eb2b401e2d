import Foundation

/// libvips' own file format: a header of 64 bytes and the samples.
enum VipsFile {
    /// The first bytes of a file in the byte order of this machine, which libvips writes by default.
    /// All supported machines are little-endian.
    private static let magic: UInt32 = 0x08F2_A6B6
    private static let headSize = 64

    /// Reads an image of 8-bit samples.
    static func read(_ file: URL) throws -> PixelPicture {
        let data = try Data(contentsOf: file)
        let head = (0..<headSize / 4).map { index in
            data.dropFirst(index * 4).prefix(4).reversed()
                .reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        let (width, height, bands) = (Int(head[1]), Int(head[2]), Int(head[3]))
        let count = width * height * bands
        // The format is 0 for unsigned bytes, the coding 0 for none.
        guard head[0] == magic, head[5] == 0, head[6] == 0, data.count >= headSize + count else {
            throw NotReadable(path: file.path)
        }
        return PixelPicture(
            width: width, height: height, bands: bands,
            samples: Array(data[headSize..<headSize + count]))
    }

    /// Writes an image as sRGB.
    static func write(_ picture: PixelPicture, to file: URL) throws {
        var head = [UInt32](repeating: 0, count: headSize / 4)
        head[0] = magic
        (head[1], head[2]) = (UInt32(picture.width), UInt32(picture.height))
        (head[3], head[4]) = (UInt32(picture.bands), 8)
        // VIPS_INTERPRETATION_sRGB, and one pixel per millimetre.
        (head[7], head[8], head[9]) = (22, Float(1).bitPattern, Float(1).bitPattern)
        var data = Data(capacity: headSize + picture.samples.count)
        for word in head { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
        data.append(contentsOf: picture.samples)
        try data.write(to: file)
    }

    struct NotReadable: Error, CustomStringConvertible {
        let path: String
        var description: String { "not a libvips file of 8-bit samples: \(path)" }
    }
}
