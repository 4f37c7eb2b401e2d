internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratSources

/// The estimated cost of an image's export, and its number of tiles. Only the ratios between the
/// costs of a plan matter.
package struct ShardCost: Sendable {
    /// The data that the costs of a plan are estimated from, and their unit.
    package enum Basis: String, Sendable, Codable {
        /// The headers of the images. The costs are roughly processor seconds.
        case headers
        /// The sizes of the files. The costs are megabytes.
        case sizes
    }

    /// The cost, in the unit of the plan's ``Basis``.
    package let cost: Double
    /// The number of tiles; `nil` if the header was not read.
    package let tiles: Int?

    /// The cost of opening, publishing and describing an image of any size.
    private static let secondsPerImage = 0.02
    private static let secondsPerTile = 0.000_05

    /// - Parameter bytes: the size of the file.
    init(bytes: Int) {
        // A small file costs more than its bytes, because its export also has a page and a
        // manifest.
        cost = 0.1 + Double(bytes) / 1_000_000
        tiles = nil
    }

    /// The cost of an image with an unreadable header, in a plan with ``Basis/headers``.
    static let unreadable = ShardCost(cost: secondsPerImage, tiles: nil)

    private init(cost: Double, tiles: Int?) {
        (self.cost, self.tiles) = (cost, tiles)
    }

    /// Estimates the cost from the header of the image and the planned bundles.
    init(_ plan: ExportPlan) {
        // Bundles with equal tilings share their encoded tiles. All levels together have a third
        // more pixels than the full-size level.
        let megapixels = Double(plan.header.size.pixelCount) / 1_000_000 * 4 / 3
        let tilings = Set(plan.bundles.map(\.pyramid.tiling))
        let encoding = tilings.reduce(0) {
            $0 + $1.encoding.format.traits.secondsPerMegapixel * megapixels
        }
        tiles = plan.tileCount
        cost =
            Self.secondsPerImage + Double(plan.tileCount) * Self.secondsPerTile
            + plan.source.decodingSeconds + encoding
    }
}
