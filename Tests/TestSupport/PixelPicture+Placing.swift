/// What a browser shows of a picture. The pixel loops are in this optimised module.
extension PixelPicture {
    /// Returns a picture of RGB pixels, on a background if this picture has alpha.
    package func flattened(on background: [UInt8]) -> PixelPicture {
        guard bands == 4 else { return self }
        var flat: [UInt8] = []
        flat.reserveCapacity(width * height * 3)
        for start in stride(from: 0, to: samples.count, by: 4) {
            let alpha = Int(samples[start + 3])
            for band in 0..<3 {
                let (over, under) = (Int(samples[start + band]), Int(background[band]))
                let mixed = over * alpha + under * (255 - alpha)
                flat.append(UInt8((mixed + 127) / 255))
            }
        }
        return PixelPicture(width: width, height: height, bands: 3, samples: flat)
    }

    /// Returns a black RGB picture of a size with this picture at a pixel. Parts outside are cut off.
    package func placed(
        left: Int, top: Int, inWidth outer: Int, height outerHeight: Int
    ) -> PixelPicture {
        var result = [UInt8](repeating: 0, count: outer * outerHeight * 3)
        let columns = max(left, 0)..<min(left + width, outer)
        for y in max(top, 0)..<min(top + height, outerHeight) {
            let start = ((y - top) * width + columns.lowerBound - left) * 3
            let target = (y * outer + columns.lowerBound) * 3
            result.replaceSubrange(
                target..<target + columns.count * 3,
                with: samples[start..<start + columns.count * 3])
        }
        return PixelPicture(width: outer, height: outerHeight, bands: 3, samples: result)
    }

    /// Returns a black RGB picture of a size with this picture reduced or magnified to a box. Each pixel is
    /// the mean of the area that it covers.
    package func scaled(
        to box: (left: Double, top: Double, right: Double, bottom: Double), inWidth outer: Int,
        height outerHeight: Int
    ) -> PixelPicture {
        let across = Self.shares(from: box.left, to: box.right, count: outer, of: width)
        let down = Self.shares(from: box.top, to: box.bottom, count: outerHeight, of: height)
        var result = [UInt8](repeating: 0, count: outer * outerHeight * 3)
        var index = 0
        samples.withUnsafeBufferPointer { pixels in
            for rows in down {
                for columns in across {
                    for band in 0..<3 {
                        var sum = 0.0
                        for (row, height) in rows {
                            let start = row * width * 3 + band
                            for (column, share) in columns {
                                sum += Double(pixels[start + column * 3]) * height * share
                            }
                        }
                        result[index] = UInt8(sum.rounded())
                        index += 1
                    }
                }
            }
        }
        return PixelPicture(width: outer, height: outerHeight, bands: 3, samples: result)
    }

    /// Along one axis, the pixels of this picture under each pixel of the result, and their weights.
    private static func shares(
        from start: Double, to end: Double, count: Int, of size: Int
    ) -> [[(Int, Double)]] {
        let scale = Double(size) / (end - start)
        return (0..<count).map { pixel in
            let from = max((Double(pixel) - start) * scale, 0)
            let to = min((Double(pixel + 1) - start) * scale, Double(size))
            guard to - from > 1e-6 else { return [] }
            return (Int(from)..<min(Int(to.rounded(.up)), size)).map { index in
                (index, (min(Double(index + 1), to) - max(Double(index), from)) / (to - from))
            }
        }
    }
}
