internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSources
internal import ZigguratStore
internal import ZigguratSystem

extension ExportPlan {
    /// The estimated memory of an export, in bytes, including the memory of the decoder's process.
    public struct Memory: Hashable, Sendable, Codable {
        /// The program, its libraries, the buffers of its threads, and the blocks of a TIFF.
        public let program: Int
        /// The rows of all levels in use, and the coefficients in use of tiles that are cut without
        /// decoding. This memory grows with the width of the image and the tile size.
        public let rows: Int
        /// All coefficients of a JPEG whose tiles are cut without decoding, if the order of tiles
        /// differs from the order in the file. This memory grows with the area of the image.
        public let coefficients: Int
        /// The buffers of a decoder that cannot decode row by row. This memory grows with the area
        /// of the image.
        public let decoder: Int
        /// The libraries of a decoder in a separate process, and the rows in transit.
        public let process: Int
        /// Encoded whole images, which stay in memory until they are complete, and tiles that wait
        /// for their place in a container.
        public let images: Int

        public var total: Int { program + rows + coefficients + decoder + process + images }

        /// Returns the part of a limit that the decoder and its process may use.
        func left(of limit: Int) -> Int { limit - program - rows - coefficients - images }

        /// The memory of the machine, or of the container that this process runs in.
        public static let machineBytes = MachineLimits.usableMemory

        /// The memory of the program for any image, as measured.
        private static let baseBytes = 34_000_000
        /// The code and data of libvips in this process; as measured.
        private static let vipsBytes = 44_000_000
        /// The memory of a thread for any tile, as measured.
        private static let threadBytes = 450_000
        /// The memory of this program and of the code of a decoder's process, before an export is
        /// planned.
        static let unplannedBytes = baseBytes + vipsBytes

        /// - Parameters:
        ///   - sizes: whole images. A small image is made from a complete level, a large image from
        ///     rows as they are decoded.
        ///   - previews: whole images that each show a small level.
        ///   - turnsTiles: set to whether the image is rotated tile by tile, without a temporary
        ///     file.
        init(
            _ bundles: [ExportPlan.Bundle], sizes: [ExtraImage], previews: [ExtraImage],
            of source: SourceImage, _ lossless: LosslessBaseLevel?, threadCount: Int,
            turnsTiles: inout Bool
        ) {
            var draft = TileRouter.TilingPassDraft(of: source.header.size)
            draft.add(bundles)
            var images = 0
            for image in sizes {
                draft.add(image, .whole(container: bundles.count, paths: []))
                let size = image.resampledSize ?? image.tiling.tileSize
                images += Self.fileBytes(of: size, image.tiling.encoding)
            }
            for image in previews { draft.add(image, .whole(container: bundles.count, paths: [])) }
            for bundle in bundles where bundle.layout.rules.wholeLevels {
                for level in bundle.pyramids.flatMap(\.levels) {
                    images += Self.fileBytes(of: level.size, bundle.pyramid.tiling.encoding)
                }
            }
            let (passes, resampled, _) = draft.finished()
            let builder = PyramidBuilder(
                passes: passes, resampled: resampled, threadCount: threadCount)
            let grid = lossless?.grid
            rows = builder.rowBytes(of: source, cutFrom: grid)
            coefficients = grid.map { builder.heldCoefficientBytes(of: source, $0) } ?? 0
            // If one decoder reads both rows and coefficients, it holds only the coefficients.
            let isShared = grid.map { builder.readsCoefficientsInOrder(of: source, $0) } ?? false
            decoder = isShared ? 0 : source.header.decoderBytes ?? 0
            process = source.processBytes
            turnsTiles = builder.turnsTiles(of: source)
            for bundle in bundles where !bundle.container.isFolder {
                images += min(Formats.waitingTileBytes, bundle.estimatedBytes)
            }
            self.images = images
            let encodings = bundles.map(\.pyramid.tiling)
            let isWide = encodings.contains { $0.encoding.bits > 8 }
            let loadsVips =
                !resampled.isEmpty || !sizes.isEmpty
                || encodings.contains { TileEncoders.isEncodedByVips($0.encoding) }
            // The buffers and tables of all threads, as a measured percentage of the rows.
            let share = (isWide ? 40 : 18) + (resampled.isEmpty && sizes.isEmpty ? 0 : 10)
            program =
                Self.baseBytes + rows * share / 100 + (loadsVips ? Self.vipsBytes : 0)
                + threadCount * (Self.threadBytes + (bundles.map(Self.encoderBytes).max() ?? 0))
                + source.decodingBytes(threadCount: builder.readingThreads(of: source))
                // The search for the range of values ends before rows are allocated.
                + max(0, source.searchBytes(threadCount: threadCount) - rows)
        }

        /// Returns the memory of a thread's encoder without the tile, as measured. The memory of
        /// the AVIF encoder grows with each tile, up to a limit.
        private static func encoderBytes(of bundle: ExportPlan.Bundle) -> Int {
            let tiling = bundle.pyramid.tiling
            let pixels = tiling.tileSize.pixelCount
            return switch tiling.encoding.format {
            case .avif:
                30_000_000 + min(34_000_000, 60_000 * bundle.tileCount) + 250 * pixels
            case .webp where tiling.encoding.lossless: 280 * pixels
            case .jxl: 2_000_000 + 20 * pixels
            default: 0
            }
        }

        /// Returns the memory of a file that is encoded row by row into a buffer that grows by
        /// doubling.
        private static func fileBytes(of size: PixelSize, _ encoding: TileEncoding) -> Int {
            encoding.encodesStrips
                ? 2 * ExportPlan.Bundle.estimatedBytes(of: size.pixelCount, encoding) : 0
        }
    }
}
