internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratPyramid
package import ZigguratStore

extension TileRouter {
    /// Groups the consumers of tiles that can be encoded together, and creates the tiling passes.
    ///
    /// Each additional image size gets a separate pyramid.
    package struct TilingPassDraft {
        private struct Grid: Equatable {
            /// The size of the image that the grid divides.
            let imageSize: PixelSize
            let tileSize: PixelSize
            let overlap: Int
            let encoding: TileEncoding
            let resampledSize: PixelSize?
            let background: RGBColor?
        }

        private struct GridLevel {
            let reduction: Int
            /// The part of the level that the grid covers; `nil` means the whole level.
            let window: LevelWindow?
            var edges: Set<Tiling.Edge>
            var consumers: [TileConsumer]
        }

        private let imageSize: PixelSize
        private var grids: [(grid: Grid, levels: [GridLevel])] = []

        init(of imageSize: PixelSize) {
            self.imageSize = imageSize
        }

        /// Collects all consumers of an export.
        ///
        /// - Parameters:
        ///   - thumbnail: the path of the thumbnail in the export's own folder.
        ///   - bundleThumbnail: the path of the thumbnail's copy in each bundle; `nil` without
        ///     copies.
        package init(of plan: ExportPlan, thumbnail: String, bundleThumbnail: String?) {
            let (size, own) = (plan.header.size, plan.bundles.count)
            self.init(of: size)
            add(plan.bundles)
            var small = ExtraImage(of: size, longestSide: PreviewImages.thumbnailSide, quality: 85)
            let background = plan.settings.previewBackground(of: plan.header, in: plan.bundles)
            small.background = background
            add(small, .whole(container: own, paths: [thumbnail]))
            if let bundleThumbnail {
                for index in plan.bundles.indices {
                    add(small, .whole(container: index, paths: [bundleThumbnail]))
                }
            }
            for (image, path) in plan.previews.levels(of: size) {
                var image = image
                image.background = background
                add(image, .whole(container: own, paths: [path]))
            }
            // Each page contains the placeholder, so the file must be small. A progressive JPEG stores
            // only the Huffman codes that the image uses.
            add(
                ExtraImage(of: size, longestSide: 64, quality: 60, progressive: true), .placeholder)
            for image in plan.sizes {
                add(
                    ExtraImage(image, of: size, encoding: plan.encodingOfSizes),
                    .whole(container: own, paths: [image.path]))
            }
        }

        package mutating func add(_ bundles: [ExportPlan.Bundle]) {
            for (index, bundle) in bundles.enumerated() {
                for (number, pyramid) in bundle.pyramids.enumerated() {
                    let leavesOutBlanks = number == 0 && bundle.description.leavesOutBlanks
                    for level in pyramid.levels {
                        add(
                            pyramid.tiling, level.reduction, of: pyramid.imageSize,
                            window: level.window(of: pyramid),
                            .tiles(
                                bundle: index, pyramid: pyramid, level: level,
                                leavesOutBlanks: leavesOutBlanks))
                    }
                }
                for image in bundle.wholeImages {
                    let tiling = Tiling(
                        tileSize: image.level.size,
                        encoding: image.encoding ?? bundle.pyramid.tiling.encoding)
                    add(
                        tiling, image.level.reduction,
                        .whole(container: index, paths: image.paths))
                }
            }
        }

        package mutating func add(_ image: ExtraImage, _ consumer: TileConsumer) {
            add(
                image.tiling, image.reduction, of: image.branchSize,
                resampledSize: image.resampledSize, background: image.background, consumer)
        }

        /// - Parameter size: the size of the image to divide; `nil` means the size of the source.
        private mutating func add(
            _ tiling: Tiling, _ reduction: Int, of size: PixelSize? = nil,
            window: LevelWindow? = nil, resampledSize: PixelSize? = nil,
            background: RGBColor? = nil, _ consumer: TileConsumer
        ) {
            let grid = Grid(
                imageSize: size ?? imageSize, tileSize: tiling.tileSize, overlap: tiling.overlap,
                encoding: tiling.encoding, resampledSize: resampledSize, background: background)
            let new = GridLevel(
                reduction: reduction, window: window, edges: [tiling.edge], consumers: [consumer])
            guard let place = grids.firstIndex(where: { $0.grid == grid }) else {
                return grids.append((grid, [new]))
            }
            let level = grids[place].levels.firstIndex {
                $0.reduction == reduction && $0.window == window
            }
            guard let level else { return grids[place].levels.append(new) }
            grids[place].levels[level].edges.insert(tiling.edge)
            grids[place].levels[level].consumers.append(consumer)
        }

        /// Returns the passes over the source, the pyramids in other sizes with their passes, and
        /// the consumers of each pass by reduction. The passes of other sizes are numbered after
        /// the passes over the source.
        package func finished(
            blankTolerance: Int? = nil
        ) -> (passes: [TilingPass], resampled: [ResampledPyramid], consumers: [[[TileConsumer]]]) {
            var consumers: [[[TileConsumer]]] = []
            let own = passes(of: imageSize, blankTolerance, &consumers)
            var resampled: [ResampledPyramid] = []
            for (grid, _) in grids
            where grid.imageSize != imageSize
                && !resampled.contains(where: { $0.size == grid.imageSize })
            {
                let passes = passes(of: grid.imageSize, blankTolerance, &consumers)
                resampled.append(ResampledPyramid(size: grid.imageSize, passes: passes))
            }
            return (own, resampled, consumers)
        }

        private func passes(
            of size: PixelSize, _ blankTolerance: Int?, _ consumers: inout [[[TileConsumer]]]
        ) -> [TilingPass] {
            var passes: [TilingPass] = []
            for (grid, levels) in grids where grid.imageSize == size {
                for levels in Self.groups(of: levels) {
                    let reductions = levels.map(\.reduction)
                    var windows: [Int: LevelWindow] = [:]
                    var byReduction = [[TileConsumer]](
                        repeating: [], count: (reductions.max() ?? 0) + 1)
                    for level in levels {
                        byReduction[level.reduction] = level.consumers
                        windows[level.reduction] = level.window
                    }
                    consumers.append(byReduction)
                    passes.append(
                        TilingPass(
                            tileSize: grid.tileSize, overlap: grid.overlap,
                            encoding: grid.encoding, edges: levels[0].edges,
                            reductions: Set(reductions), windows: windows,
                            resampledSize: grid.resampledSize, background: grid.background,
                            blankTolerance: blankTolerance))
                }
            }
            return passes
        }

        /// Groups levels.
        ///
        /// A group has no level twice. A level that only one layout uses is not encoded with the
        /// edge rules of other layouts.
        private static func groups(of levels: [GridLevel]) -> [[GridLevel]] {
            var groups: [[GridLevel]] = []
            for level in levels {
                let index = groups.firstIndex { group in
                    group[0].edges == level.edges
                        && !group.contains { $0.reduction == level.reduction }
                }
                if let index { groups[index].append(level) } else { groups.append([level]) }
            }
            return groups.sorted { $0[0].edges.count > $1[0].edges.count }
        }
    }
}

extension Level {
    /// Returns the part of the level that the grid covers; returns `nil` for the whole level.
    fileprivate func window(of pyramid: Pyramid) -> LevelWindow? {
        let whole = LevelWindow(size: pyramid.imageSize.reduced(by: scaleFactor))
        return window == whole ? nil : window
    }
}
