import ZigguratCore
import ZigguratSources

@testable import ZigguratImaging

extension FuzzTarget {
    /// The check of an encoded tile. libvips decodes formats other than JPEG, so the target checks
    /// only the end of these files.
    static let tileCheck = FuzzTarget("tile-check") { input in
        guard let format = TileFormat(of: input) else { return }
        _ = format.traits.hasEnd(input)
        if format == .jpeg { _ = try? TileImage.check(input, decoding: true) }
    }
}
