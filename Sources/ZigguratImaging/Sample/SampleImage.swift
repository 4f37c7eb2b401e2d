internal import ZigguratCore
public import ZigguratSystem

/// A test image of any size that rewards zooming: a tower of seven storeys in the evening, drawn
/// by a function of each pixel's place.
///
/// The same size always gives the same pixels, on any number of threads.
/// Crosses at every 500th pixel bear their column and row.
public struct SampleImage: Sendable {
    /// The largest width and height, in pixels.
    public static let largestSide = 1_000_000

    public let width: Int
    public let height: Int

    /// - Parameters:
    ///   - width: in pixels, 1 to `largestSide`; `write` refuses others.
    ///   - height: in pixels, 1 to `largestSide`; `write` refuses others.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Draws the image on all cores and writes it, a few rows at a time: memory grows with the
    /// width, not with the height.
    ///
    /// The file appears whole, in place of one that was there, or not at all.
    ///
    /// - Parameters:
    ///   - path: where to; the ending decides the format: `.jpg` (quality 90, colours at full
    ///     resolution), `.png`, `.tif` (tiled, losslessly compressed) or `.webp`.
    ///   - progress: called on the calling thread now and then with the part that is done, from
    ///     0 to 1; to return `false` is to cancel.
    /// - Throws: ``ZigguratError`` with the file and the remedy: a size out of range or too large
    ///   for the format, an ending that is not known, a destination that cannot be written, no
    ///   space, or that the work was cancelled.
    public func write(
        to path: String, progress: ((Double) -> Bool)? = nil
    ) throws(ZigguratError) {
        try write(to: path, threads: nil, progress: progress)
    }

    /// As `write(to:progress:)`, on a number of threads.
    func write(
        to path: String, threads: Int?, progress: ((Double) -> Bool)? = nil
    ) throws(ZigguratError) {
        let sides = 1...Self.largestSide
        guard sides.contains(width), sides.contains(height) else {
            throw .sampleSizeOutOfRange(width: width, height: height)
        }
        guard let format = SampleFormat(path: path) else {
            throw .unknownSampleFormat(path)
        }
        guard max(width, height) <= format.largestSide else {
            throw .sampleTooLarge(path, for: format)
        }
        let partial = try SamplePartialFile(for: path, suffix: format.suffixes[0])
        let writer = SampleWriter(
            picture: SamplePicture(width: width, height: height), threads: threads)
        do throws(ZigguratError) {
            try writer.write(to: partial.path, options: format.options, for: path, progress)
            try partial.publish()
        } catch {
            partial.discard()
            throw error
        }
    }
}
