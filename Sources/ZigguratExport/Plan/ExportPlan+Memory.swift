internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

extension ExportPlan {
    /// The estimated memory for the image during an export, in bytes. The program itself takes some
    /// more.
    public struct Memory: Hashable, Sendable, Codable {
        /// The rows in use of all levels, and the coefficients of those that are cut without
        /// decoding them: they grow with the width of the image and the tile size.
        public let rows: Int
        /// All coefficients of a JPEG that is cut without decoding it, if tiles need them in another
        /// order than the file has them: they grow with its area.
        public let coefficients: Int
        /// The buffers of a decoder that cannot decode row by row: they grow with the area.
        public let decoder: Int
        /// What a decoder in a process of its own takes besides: libraries, and rows on their way.
        public let process: Int
        /// Encoded whole images, which stay in memory until they are complete.
        public let images: Int

        public var total: Int { rows + coefficients + decoder + process + images }

        /// The memory of the machine.
        public static let machineBytes =
            sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))

        /// - Parameters:
        ///   - sizes: whole images, each made from a complete level or, if it is large, from the rows
        ///     as they are decoded.
        ///   - turnsTiles: set to whether the image is turned tile by tile, without a temporary file.
        init(
            _ bundles: [ExportPlan.Bundle], sizes: [ExtraImage], of source: SourceImage,
            _ lossless: LosslessBaseLevel?, turnsTiles: inout Bool
        ) {
            var draft = TileRouter.TilingPassDraft(of: source.header.size)
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
            let builder = PyramidBuilder(passes: passes, resampled: resampled)
            let grid = lossless?.grid
            rows = builder.rowBytes(of: source, cutFrom: grid)
            coefficients = grid.map { builder.heldCoefficientBytes(of: source, $0) } ?? 0
            // If one decoder reads rows and coefficients, the coefficients are all that it holds.
            let isShared = grid.map { builder.readsCoefficientsInOrder(of: source, $0) } ?? false
            decoder = isShared ? 0 : source.header.decoderBytes ?? 0
            process = source.processBytes
            turnsTiles = builder.turnsTiles(of: source)
            self.images = images
        }

        /// The memory for a file that is encoded row by row: its buffer grows by doubling.
        private static func fileBytes(of size: PixelSize, _ encoding: TileEncoding) -> Int {
            encoding.encodesStrips
                ? 2 * ExportPlan.Bundle.estimatedBytes(of: size.pixelCount, encoding) : 0
        }
    }
}
