internal import Glibc
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// How much memory an export takes for the picture, roughly, in bytes; the program itself takes some
/// besides.
public struct MemoryNeed: Hashable, Sendable, Codable {
    /// The rows in use of all levels: they grow with the picture's width and the size of tiles.
    public let rows: Int
    /// The coefficients of a JPEG that is cut without decoding it: they grow with its area.
    public let coefficients: Int
    /// What the decoder keeps of a picture that cannot be decoded row by row; with its area, too.
    public let decoder: Int

    /// Whole images, which wait as files until their last row is encoded; with their area.
    public let images: Int

    public var total: Int { rows + coefficients + decoder + images }

    /// What the machine has.
    public static let machineBytes = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))

    /// - Parameter sizes: whole images, each made from a level that waits until all of it is there
    ///   or, where it is large, from rows on their way.
    init(
        _ bundles: [BundlePlan], sizes: [ExtraImage], of source: SourceHeader,
        _ lossless: LosslessBaseLevel?
    ) {
        var draft = TileRouter.TilingPassDraft(of: source.size)
        draft.add(bundles)
        var images = 0
        for image in sizes {
            draft.add(image, .whole(container: bundles.count, paths: [image.path]))
            let size = image.resampledSize ?? image.tiling.tileSize
            images += Self.fileBytes(of: size, image.tiling.encoding)
        }
        for bundle in bundles where bundle.layout.rules.wholeLevels {
            for level in bundle.pyramids.flatMap(\.levels) {
                images += Self.fileBytes(of: level.size, bundle.pyramid.tiling.encoding)
            }
        }
        let (cuts, branches, _) = draft.finished()
        rows = PyramidBuilder(cuts: cuts, branches: branches).rowBytes(of: source)
        coefficients = lossless?.grid.byteCount ?? 0
        decoder = source.decoderBytes ?? 0
        self.images = images
    }

    /// The memory for a file that is encoded while its rows come: it grows by doubling.
    private static func fileBytes(of size: PixelSize, _ encoding: TileEncoding) -> Int {
        encoding.encodesStrips
            ? 2 * BundlePlan.estimatedBytes(of: size.pixelCount, encoding) : 0
    }

    /// - Throws: ``ZigguratError`` where it is more than is allowed.
    func check(limit: Int) throws(ZigguratError) {
        guard total > limit else { return }
        let remedy =
            if coefficients > rows {
                "leave out --lossless, or allow more with --max-memory"
            } else if decoder > rows {
                "bring it into a format that is decoded row by row, such as TIFF, or allow more "
                    + "with --max-memory"
            } else {
                "take smaller tiles, or allow more with --max-memory"
            }
        throw ZigguratError(
            .invalidOptions, "",
            "its export takes about \(total / 1_000_000) MB of memory, more than \(limit / 1_000_000)",
            remedy: remedy)
    }
}
