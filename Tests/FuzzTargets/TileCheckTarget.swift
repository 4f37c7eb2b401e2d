import ZigguratCore

@testable import ZigguratImaging

extension FuzzTarget {
    /// An encoded tile. libvips would decode other formats than JPEG; of these only the end is
    /// looked for.
    static let tileCheck = FuzzTarget("tile-check") { input in
        guard let format = TileFormat(of: input) else { return }
        _ = format.traits.hasEnd(input)
        if format == .jpeg { _ = try? TileImage.check(input, decoding: true) }
    }
}
