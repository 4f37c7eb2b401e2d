internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// The encoders of a build's images that are encoded strip by strip. All threads share them.
final class StripEncoders: Sendable {
    private struct Image {
        let pass: Int
        let reduction: Int
        let encoder: JPEGStripEncoder
    }

    private let images = Mutex<[Image]>([])
    private let profile: [UInt8]

    /// - Parameter profile: the ICC profile to embed; empty for sRGB.
    init(profile: [UInt8]) {
        self.profile = profile
    }

    /// Encodes a strip. After the last strip, passes the whole image on.
    ///
    /// - Parameter row: the number of the strip from the top; strips come in order.
    func encode(
        _ pixels: TilePixels, _ levelPass: PyramidSchedule.LevelPass, reduction: Int, row: Int,
        deliver: (UnsafeRawBufferPointer) throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
        let isThis = { (image: Image) in
            image.pass == levelPass.pass && image.reduction == reduction
        }
        let encoder: JPEGStripEncoder
        if let known = images.withLock({ $0.first(where: isThis) }) {
            encoder = known.encoder
        } else {
            encoder = try JPEGStripEncoder(
                levelPass.tiling.encoding, size: levelPass.window.size, bands: pixels.bands,
                profile: profile)
            images.withLock {
                $0.append(Image(pass: levelPass.pass, reduction: reduction, encoder: encoder))
            }
        }
        guard let bytes = try encoder.encode(pixels) else { return }
        try deliver(bytes)
        images.withLock { $0.removeAll(where: isThis) }
    }
}
