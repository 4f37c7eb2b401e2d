internal import ZigguratCore
internal import ZigguratImaging

extension TileRouter {
    /// Cuts in the making: everybody's wishes, gathered by what can be encoded together.
    struct CutDraft {
        private struct Grid: Hashable {
            let tileSize: PixelSize
            let overlap: Int
            let encoding: TileEncoding
            let resampledSize: PixelSize?
        }

        /// A level, and what the grid covers of it where that is not the whole.
        private struct Place: Hashable {
            let reduction: Int
            let window: LevelWindow?
        }

        /// What is wanted of one level of a grid.
        private struct Wanted {
            var edges: Set<EdgeRule> = []
            var wishes: [Wish] = []
        }

        private var grids: [Grid] = []
        private var wanted: [Grid: [Place: Wanted]] = [:]

        mutating func add(_ pyramid: Pyramid, of bundle: Int, leavesOutBlanks: Bool) {
            for level in pyramid.levels {
                add(
                    pyramid.tiling, level.reduction, window: level.window(of: pyramid),
                    .tiles(
                        bundle: bundle, pyramid: pyramid, level: level,
                        leavesOutBlanks: leavesOutBlanks))
            }
        }

        mutating func add(
            _ tiling: Tiling, _ reduction: Int, window: LevelWindow? = nil,
            resampledSize: PixelSize? = nil, _ wish: Wish
        ) {
            let grid = Grid(
                tileSize: tiling.tileSize, overlap: tiling.overlap, encoding: tiling.encoding,
                resampledSize: resampledSize)
            let place = Place(reduction: reduction, window: window)
            if wanted[grid] == nil { grids.append(grid) }
            wanted[grid, default: [:]][place, default: Wanted()].edges.insert(tiling.edge)
            wanted[grid]?[place]?.wishes.append(wish)
        }

        /// - Parameter firstCut: the number of the first of these cuts among all.
        func finished(
            firstCut: Int, _ blankTolerance: Int?, _ byKey: inout [Key: [Wish]]
        ) -> [Cut] {
            var cuts: [Cut] = []
            for grid in grids {
                // Levels that only one layout has are not encoded under the edge rules of the
                // others.
                let places = Dictionary(grouping: wanted[grid] ?? [:], by: \.value.edges)
                for (edges, places) in places.sorted(by: { $0.key.count > $1.key.count }) {
                    for levels in Self.unambiguous(places) {
                        var windows: [Int: LevelWindow] = [:]
                        for (place, level) in levels {
                            let key = Key(
                                cut: firstCut + cuts.count, reduction: place.reduction)
                            byKey[key] = level.wishes
                            windows[place.reduction] = place.window
                        }
                        cuts.append(
                            Cut(
                                tileSize: grid.tileSize, overlap: grid.overlap,
                                encoding: grid.encoding, edges: edges,
                                reductions: Set(levels.map(\.key.reduction)), windows: windows,
                                resampledSize: grid.resampledSize, blankTolerance: blankTolerance))
                    }
                }
            }
            return cuts
        }

        /// The same, shared out so that no level is twice in a cut.
        private static func unambiguous(
            _ places: [(key: Place, value: Wanted)]
        ) -> [[(key: Place, value: Wanted)]] {
            var shares: [[(key: Place, value: Wanted)]] = []
            for place in places {
                let share = shares.firstIndex { share in
                    !share.contains { $0.key.reduction == place.key.reduction }
                }
                if let share { shares[share].append(place) } else { shares.append([place]) }
            }
            return shares
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
