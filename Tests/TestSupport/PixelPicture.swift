/// The pixels of an image: 8 bits per sample, sRGB.
///
/// The `vips` command decodes all files, because the tests compare this project's decoders with it;
/// see `PixelPicture+Reading.swift`.
public struct PixelPicture: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// The number of bands: 3, or 4 with alpha.
    public let bands: Int
    /// Rows from the top, pixels from the left, bands interleaved.
    public let samples: [UInt8]

    public init(width: Int, height: Int, bands: Int, samples: [UInt8]) {
        precondition(samples.count == width * height * bands, "the samples do not fit the size")
        (self.width, self.height, self.bands, self.samples) = (width, height, bands, samples)
    }

    /// The samples of one pixel.
    public subscript(x: Int, y: Int) -> [UInt8] {
        precondition((0..<width).contains(x) && (0..<height).contains(y), "outside the image")
        let start = (y * width + x) * bands
        return Array(samples[start..<start + bands])
    }

    /// A part of the image, which must lie inside it.
    public func cropped(x: Int, y: Int, width: Int, height: Int) -> PixelPicture {
        precondition(
            x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= self.width
                && y + height <= self.height, "outside the image")
        var part: [UInt8] = []
        part.reserveCapacity(width * height * bands)
        for row in y..<y + height {
            let start = (row * self.width + x) * bands
            part += samples[start..<start + width * bands]
        }
        return PixelPicture(width: width, height: height, bands: bands, samples: part)
    }

    /// The image reduced by a whole factor: each pixel is the rounded mean of a box of `factor` ×
    /// `factor` pixels. Boxes at the right and bottom edge may be smaller.
    public func reduced(by factor: Int) -> PixelPicture {
        precondition(factor > 0)
        let newWidth = (width + factor - 1) / factor
        let newHeight = (height + factor - 1) / factor
        var result: [UInt8] = []
        result.reserveCapacity(newWidth * newHeight * bands)
        samples.withUnsafeBufferPointer { samples in
            for top in stride(from: 0, to: height, by: factor) {
                let bottom = min(top + factor, height)
                for left in stride(from: 0, to: width, by: factor) {
                    let right = min(left + factor, width)
                    let count = (bottom - top) * (right - left)
                    for band in 0..<bands {
                        var sum = 0
                        for y in top..<bottom {
                            var index = (y * width + left) * bands + band
                            for _ in left..<right {
                                sum &+= Int(samples[index])
                                index &+= bands
                            }
                        }
                        result.append(UInt8((sum + count / 2) / count))
                    }
                }
            }
        }
        return PixelPicture(width: newWidth, height: newHeight, bands: bands, samples: result)
    }

    /// The image without its alpha; the colours do not change.
    public func withoutAlpha() -> PixelPicture {
        guard bands == 4 else { return self }
        var colours: [UInt8] = []
        colours.reserveCapacity(width * height * 3)
        for start in stride(from: 0, to: samples.count, by: 4) {
            colours += samples[start..<start + 3]
        }
        return PixelPicture(width: width, height: height, bands: 3, samples: colours)
    }

    /// The mean of the samples of each band.
    public var means: [Double] {
        guard width > 0, height > 0 else { return [] }
        return (0..<bands).map { band in
            var sum = 0
            for index in stride(from: band, to: samples.count, by: bands) {
                sum &+= Int(samples[index])
            }
            return Double(sum) / Double(width * height)
        }
    }
}
