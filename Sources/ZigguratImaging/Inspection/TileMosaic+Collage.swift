package import ZigguratCore
package import ZigguratSystem

/// Resizing and combining images.
extension TileMosaic {
    /// Decodes a file.
    ///
    /// - Parameter subject: the subject of errors.
    package init(decoding bytes: [UInt8], subject: String) throws(ZigguratError) {
        try VipsRuntime.start()
        do throws(ZigguratError) {
            let image = try Self.pixels(of: bytes)
            self.init(size: image.size)
            samples = image.samples
        } catch {
            throw error.about(subject)
        }
    }

    /// Blends another image into this one; parts outside are cut off.
    package mutating func place(_ other: TileMosaic, at corner: (x: Int, y: Int)) {
        let width = min(other.size.width, size.width - corner.x)
        guard width > 0 else { return }
        for row in 0..<min(other.size.height, size.height - corner.y) {
            let source = row * other.size.width * 4
            let target = ((corner.y + row) * size.width + corner.x) * 4
            blend(other.samples[source..<source + width * 4], at: target)
        }
    }

    /// Blends pixels over those of the image by their alpha.
    mutating func blend(_ pixels: ArraySlice<UInt8>, at target: Int) {
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let source = pixels.startIndex + start
            let alpha = Int(pixels[source + 3])
            for band in 0..<3 {
                let sum =
                    Int(pixels[source + band]) * alpha
                    + Int(samples[target + start + band]) * (255 - alpha)
                samples[target + start + band] = UInt8((sum + 127) / 255)
            }
            samples[target + start + 3] = max(samples[target + start + 3], pixels[source + 3])
        }
    }

    /// Returns the image at half the size, rounded up: the mean of four pixels. The last ones of an
    /// odd edge count twice.
    package func halved() -> TileMosaic {
        let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        var result = TileMosaic(size: half)
        for y in 0..<half.height {
            for x in 0..<half.width {
                let (right, below) = (
                    min(2 * x + 1, size.width - 1), min(2 * y + 1, size.height - 1)
                )
                let places = [(2 * x, 2 * y), (right, 2 * y), (2 * x, below), (right, below)]
                for band in 0..<4 {
                    let sum = places.reduce(2) { sum, place in
                        sum + Int(samples[(place.1 * size.width + place.0) * 4 + band])
                    }
                    result.samples[(y * half.width + x) * 4 + band] = UInt8(sum / 4)
                }
            }
        }
        return result
    }

    /// Returns the image at twice the size: four pixels for each.
    package func doubled() -> TileMosaic {
        let double = PixelSize(width: size.width * 2, height: size.height * 2)
        var result = TileMosaic(size: double)
        for y in 0..<double.height {
            for x in 0..<double.width {
                let source = (y / 2 * size.width + x / 2) * 4
                let target = (y * double.width + x) * 4
                for band in 0..<4 { result.samples[target + band] = samples[source + band] }
            }
        }
        return result
    }

    /// Encodes the image without its alpha.
    package func encoded(_ encoding: TileEncoding) throws(ZigguratError) -> [UInt8] {
        try VipsRuntime.start()
        let encoder = try TileEncoders.make(for: encoding, bands: 3)
        var colours: [UInt8] = []
        colours.reserveCapacity(size.pixelCount * 3)
        for pixel in 0..<size.pixelCount { colours += samples[pixel * 4..<pixel * 4 + 3] }
        return try colours.withUnsafeBufferPointer { buffer in
            Result { () throws(ZigguratError) in
                guard let start = buffer.baseAddress else { return [] }
                let rows = (0..<size.height).map { start + $0 * size.width * 3 }
                return try rows.withUnsafeBufferPointer { rows in
                    Result { () throws(ZigguratError) in
                        guard let rows = rows.baseAddress else { return [] }
                        let pixels = TilePixels(
                            rows: rows, width: size.width, height: size.height, bands: 3)
                        return [UInt8](try encoder.encode(pixels))
                    }
                }.get()
            }
        }.get()
    }
}
