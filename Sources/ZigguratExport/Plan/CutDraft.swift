internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

extension TileRouter {
    /// Cuts in the making: everybody's wishes, gathered by what can be encoded together.
    ///
    /// Pyramids of the picture in another size are built beside its own, one for each size.
    struct CutDraft {
        private struct Grid: Equatable {
            /// The size of the picture that it lies on.
            let imageSize: PixelSize
            let tileSize: PixelSize
            let overlap: Int
            let encoding: TileEncoding
            let resampledSize: PixelSize?
        }

        /// What is wanted of one level of a grid.
        private struct Wanted {
            let reduction: Int
            /// What the grid covers of the level where that is not the whole.
            let window: LevelWindow?
            var edges: Set<EdgeRule>
            var wishes: [Wish]
        }

        /// The picture's own.
        private let imageSize: PixelSize
        /// Lists, since there are few of each, and the first dictionary of a type costs more than all
        /// that is looked for here.
        private var grids: [(grid: Grid, levels: [Wanted])] = []

        init(of imageSize: PixelSize) {
            self.imageSize = imageSize
        }

        /// Tiles and whole images of all bundles.
        mutating func add(_ bundles: [ExportPlan.Bundle]) {
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

        mutating func add(_ image: ExtraImage, _ wish: Wish) {
            add(
                image.tiling, image.reduction, of: image.branchSize,
                resampledSize: image.resampledSize, wish)
        }

        /// - Parameter size: of the picture that is cut; `nil` for its own.
        private mutating func add(
            _ tiling: Tiling, _ reduction: Int, of size: PixelSize? = nil,
            window: LevelWindow? = nil, resampledSize: PixelSize? = nil, _ wish: Wish
        ) {
            let grid = Grid(
                imageSize: size ?? imageSize, tileSize: tiling.tileSize, overlap: tiling.overlap,
                encoding: tiling.encoding, resampledSize: resampledSize)
            let wanted = Wanted(
                reduction: reduction, window: window, edges: [tiling.edge], wishes: [wish])
            guard let place = grids.firstIndex(where: { $0.grid == grid }) else {
                return grids.append((grid, [wanted]))
            }
            let level = grids[place].levels.firstIndex {
                $0.reduction == reduction && $0.window == window
            }
            guard let level else { return grids[place].levels.append(wanted) }
            grids[place].levels[level].edges.insert(tiling.edge)
            grids[place].levels[level].wishes.append(wish)
        }

        /// The cuts of the picture; those of pyramids of it in other sizes; and the wishes that each
        /// fulfils, by the reduction. Cuts are numbered through: those of branches behind the others.
        func finished(
            blankTolerance: Int? = nil
        ) -> (cuts: [Cut], branches: [PyramidBranch], wishes: [[[Wish]]]) {
            var wishes: [[[Wish]]] = []
            let own = cuts(of: imageSize, blankTolerance, &wishes)
            var branches: [PyramidBranch] = []
            for (grid, _) in grids
            where grid.imageSize != imageSize
                && !branches.contains(where: { $0.size == grid.imageSize })
            {
                let cuts = cuts(of: grid.imageSize, blankTolerance, &wishes)
                branches.append(PyramidBranch(size: grid.imageSize, cuts: cuts))
            }
            return (own, branches, wishes)
        }

        private func cuts(
            of size: PixelSize, _ blankTolerance: Int?, _ wishes: inout [[[Wish]]]
        ) -> [Cut] {
            var cuts: [Cut] = []
            for (grid, levels) in grids where grid.imageSize == size {
                for levels in Self.alike(levels) {
                    let reductions = levels.map(\.reduction)
                    var windows: [Int: LevelWindow] = [:]
                    var byReduction = [[Wish]](
                        repeating: [], count: (reductions.max() ?? 0) + 1)
                    for level in levels {
                        byReduction[level.reduction] = level.wishes
                        windows[level.reduction] = level.window
                    }
                    wishes.append(byReduction)
                    cuts.append(
                        Cut(
                            tileSize: grid.tileSize, overlap: grid.overlap,
                            encoding: grid.encoding, edges: levels[0].edges,
                            reductions: Set(reductions), windows: windows,
                            resampledSize: grid.resampledSize, blankTolerance: blankTolerance))
                }
            }
            return cuts
        }

        /// The same, shared out so that no level is twice in a share, and that levels that only one
        /// layout has are not encoded under the edge rules of the others.
        private static func alike(_ levels: [Wanted]) -> [[Wanted]] {
            var shares: [[Wanted]] = []
            for level in levels {
                let share = shares.firstIndex { share in
                    share[0].edges == level.edges
                        && !share.contains { $0.reduction == level.reduction }
                }
                if let share { shares[share].append(level) } else { shares.append([level]) }
            }
            return shares.sorted { $0[0].edges.count > $1[0].edges.count }
        }
    }
}

extension Level {
    /// What the grid covers; `nil` for the whole level from its top left.
    fileprivate func window(of pyramid: Pyramid) -> LevelWindow? {
        let whole = LevelWindow(size: pyramid.imageSize.reduced(by: scaleFactor))
        return window == whole ? nil : window
    }
}
