internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The estimated memory for the image during an export, in bytes. The program itself takes some
/// more.
public struct MemoryNeed: Hashable, Sendable, Codable {
    /// The rows in use of all levels: they grow with the width of the image and the tile size.
    public let rows: Int
    /// The coefficients of a JPEG that is cut without decoding it: they grow with its area.
    public let coefficients: Int
    /// The buffers of a decoder that cannot decode row by row: they grow with the area.
    public let decoder: Int
    /// Encoded whole images, which stay in memory until they are complete.
    public let images: Int

    public var total: Int { rows + coefficients + decoder + images }

    /// The memory of the machine.
    public static let machineBytes = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))

    /// - Parameter sizes: whole images, each made from a complete level or, if it is large, from
    ///   the rows as they are decoded.
    init(
        _ bundles: [BundlePlan], sizes: [ExtraImage], of source: SourceHeader,
        _ lossless: LosslessBaseLevel?
    ) {
        var draft = TileRouter.TilingPassDraft(of: source.size)
        draft.add(bundles)
        var images = 0
        for image in sizes {
            draft.add(image, .whole(container: bundles.count, paths: []))
            let size = image.resampledSize ?? image.tiling.tileSize
            images += Self.fileBytes(of: size, image.tiling.encoding)
        }
        for bundle in bundles where bundle.layout.rules.wholeLevels {
            for level in bundle.pyramids.flatMap(\.levels) {
                images += Self.fileBytes(of: level.size, bundle.pyramid.tiling.encoding)
            }
        }
        let (passes, resampled, _) = draft.finished()
        rows = PyramidBuilder(passes: passes, resampled: resampled).rowBytes(of: source)
        coefficients = lossless?.grid.byteCount ?? 0
        decoder = source.decoderBytes ?? 0
        self.images = images
    }

    /// The memory for a file that is encoded row by row: its buffer grows by doubling.
    private static func fileBytes(of size: PixelSize, _ encoding: TileEncoding) -> Int {
        encoding.encodesStrips
            ? 2 * BundlePlan.estimatedBytes(of: size.pixelCount, encoding) : 0
    }
}
