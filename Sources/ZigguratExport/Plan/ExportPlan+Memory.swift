internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

extension ExportPlan {
    /// The estimated memory of an export, in bytes: that of this program and of its decoder's process.
    public struct Memory: Hashable, Sendable, Codable {
        /// The program, its libraries, and the buffers of its threads, with the blocks of a TIFF.
        public let program: Int
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
        /// Encoded whole images, which stay in memory until they are complete, and tiles that wait for
        /// their place in a container.
        public let images: Int

        public var total: Int { program + rows + coefficients + decoder + process + images }

        /// What the decoder and its process may take of a limit.
        func left(of limit: Int) -> Int { limit - program - rows - coefficients - images }

        /// The memory of the machine, or of the container that this process runs in.
        public static let machineBytes = MachineLimits.usableMemory

        /// What the program takes for any image; as measured.
        private static let baseBytes = 34_000_000
        /// The code and data of libvips in this process; as measured.
        private static let vipsBytes = 44_000_000
        /// What a thread takes for any tile; as measured.
        private static let threadBytes = 450_000
        /// What this program and the code of a decoder's process take before an export is planned.
        static let unplannedBytes = baseBytes + vipsBytes

        /// - Parameters:
        ///   - sizes: whole images, each made from a complete level or, if it is large, from the rows
        ///     as they are decoded.
        ///   - previews: further whole levels, which are small.
        ///   - turnsTiles: set to whether the image is turned tile by tile, without a temporary file.
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
            let builder = PyramidBuilder(passes: passes, resampled: resampled)
            let grid = lossless?.grid
            rows = builder.rowBytes(of: source, cutFrom: grid)
            coefficients = grid.map { builder.heldCoefficientBytes(of: source, $0) } ?? 0
            // If one decoder reads rows and coefficients, the coefficients are all that it holds.
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
            // Buffers and tables of all threads, as measured.
            let share = (isWide ? 40 : 18) + (resampled.isEmpty && sizes.isEmpty ? 0 : 10)
            program =
                Self.baseBytes + rows * share / 100 + (loadsVips ? Self.vipsBytes : 0)
                + threadCount * (Self.threadBytes + (bundles.map(Self.encoderBytes).max() ?? 0))
                + source.decodingBytes(threadCount: threadCount)
        }

        /// What the encoder of a thread takes besides the tile; as measured. That of AVIF takes more
        /// with each tile, up to a limit.
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

        /// The memory for a file that is encoded row by row: its buffer grows by doubling.
        private static func fileBytes(of size: PixelSize, _ encoding: TileEncoding) -> Int {
            encoding.encodesStrips
                ? 2 * ExportPlan.Bundle.estimatedBytes(of: size.pixelCount, encoding) : 0
        }
    }
}
