public import ZigguratCore
internal import ZigguratSystem

/// A pyramid of the same picture in another size: resampled from full resolution, then halved and
/// cut on its own.
public struct PyramidBranch: Hashable, Sendable {
    /// The size at its own full resolution; no larger than the picture.
    public let size: PixelSize
    public let cuts: [Cut]

    public init(size: PixelSize, cuts: [Cut]) {
        precondition(!cuts.isEmpty, "a pyramid without tiles is none")
        self.size = size
        self.cuts = cuts
    }
}
