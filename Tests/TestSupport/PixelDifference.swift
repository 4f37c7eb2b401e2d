/// The difference between two images, in sample values from 0 to 255.
public struct PixelDifference: Sendable {
    /// The mean difference of all samples.
    public let mean: Double
    /// The largest difference of a sample.
    public let largest: Int
    /// The block of pixels that differs most: its top left corner and its mean difference.
    ///
    /// A wrong tile in a large image hardly changes the mean of the image, but changes the mean of
    /// a block.
    public let worstBlock: (x: Int, y: Int, mean: Double)
}

extension PixelPicture {
    /// Compares the image with an image of equal size and number of bands.
    ///
    /// - Parameter block: the side of the blocks of ``PixelDifference/worstBlock`` in pixels.
    public func difference(from other: PixelPicture, block: Int = 16) throws -> PixelDifference {
        guard width == other.width, height == other.height, bands == other.bands else {
            throw DifferentShapes(first: shape, second: other.shape)
        }
        precondition(block > 0)
        let across = (width + block - 1) / block
        var sums = [Int](repeating: 0, count: across * ((height + block - 1) / block))
        var largest = 0
        samples.withUnsafeBufferPointer { ours in
            other.samples.withUnsafeBufferPointer { theirs in
                var index = 0
                for y in 0..<height {
                    for column in 0..<across {
                        var sum = 0
                        let count = (min((column + 1) * block, width) - column * block) * bands
                        for _ in 0..<count {
                            let difference = abs(Int(ours[index]) &- Int(theirs[index]))
                            sum &+= difference
                            if difference > largest { largest = difference }
                            index &+= 1
                        }
                        sums[y / block * across + column] += sum
                    }
                }
            }
        }
        var worst = (x: 0, y: 0, mean: 0.0)
        for (index, sum) in sums.enumerated() {
            let (x, y) = (index % across * block, index / across * block)
            let pixels = (min(x + block, width) - x) * (min(y + block, height) - y)
            let mean = Double(sum) / Double(pixels * bands)
            if mean > worst.mean { worst = (x, y, mean) }
        }
        let mean = Double(sums.reduce(0, +)) / Double(max(samples.count, 1))
        return PixelDifference(mean: mean, largest: largest, worstBlock: worst)
    }

    /// Width, height and bands, for messages.
    var shape: String { "\(width) × \(height), \(bands) bands" }

    struct DifferentShapes: Error, CustomStringConvertible {
        let first: String
        let second: String
        var description: String { "different sizes or bands: \(first) and \(second)" }
    }
}
