internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// The images of a build that are encoded strip by strip while their rows come, for all threads.
final class StripEncoders: Sendable {
    private struct Image {
        let cut: Int
        let reduction: Int
        let encoder: JPEGStripEncoder
    }

    private let images = Mutex<[Image]>([])
    private let profile: [UInt8]

    /// - Parameter profile: the colour profile that every file carries; empty for sRGB.
    init(profile: [UInt8]) {
        self.profile = profile
    }

    /// Takes a strip, and hands on the whole image with the last one.
    ///
    /// - Parameter row: the number of the strip, from the top; they come in their order.
    func encode(
        _ pixels: TilePixels, _ levelCut: PyramidSchedule.LevelCut, reduction: Int, row: Int,
        handOn: (UnsafeRawBufferPointer) throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
        let isThis = { (image: Image) in
            image.cut == levelCut.cut && image.reduction == reduction
        }
        let encoder: JPEGStripEncoder
        if let known = images.withLock({ $0.first(where: isThis) }) {
            encoder = known.encoder
        } else {
            encoder = try JPEGStripEncoder(
                levelCut.tiling.encoding, size: levelCut.window.size, bands: pixels.bands,
                profile: profile)
            images.withLock {
                $0.append(Image(cut: levelCut.cut, reduction: reduction, encoder: encoder))
            }
        }
        guard let bytes = try encoder.encode(pixels) else { return }
        try handOn(bytes)
        images.withLock { $0.removeAll(where: isThis) }
    }
}
