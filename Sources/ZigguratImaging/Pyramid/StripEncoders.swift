internal import Synchronization
internal import ZigguratCore

/// The images of a build that are encoded strip by strip while their rows come, for all threads.
final class StripEncoders: Sendable {
    private struct Key: Hashable {
        let cut: Int
        let reduction: Int
    }

    private let encoders = Mutex<[Key: JPEGStripEncoder]>([:])
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
        let key = Key(cut: levelCut.cut, reduction: reduction)
        let encoder: JPEGStripEncoder
        if let known = encoders.withLock({ $0[key] }) {
            encoder = known
        } else {
            encoder = try JPEGStripEncoder(
                levelCut.tiling.encoding, size: levelCut.window.size, bands: pixels.bands,
                profile: profile)
            encoders.withLock { $0[key] = encoder }
        }
        guard let bytes = try encoder.encode(pixels) else { return }
        try handOn(bytes)
        encoders.withLock { $0[key] = nil }
    }
}
