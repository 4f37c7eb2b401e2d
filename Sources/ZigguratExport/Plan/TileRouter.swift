internal import Synchronization
package import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratPyramid
package import ZigguratSystem

/// The part of an export that receives the tiles of one level of a tiling pass.
package enum TileConsumer {
    case tiles(bundle: Int, pyramid: Pyramid, level: Level, leavesOutBlanks: Bool)
    /// Writes the level as one image, to fixed paths.
    case whole(container: Int, paths: [String])
    /// Uses the level as one image: the placeholder of the pages.
    case placeholder
}

/// Writes each encoded tile into all bundles, and to all paths, that the tile belongs to.
///
/// Layouts with equal tilings share a pass. The tiles of the pass are encoded once, written for the
/// first layout, and linked or written again for the other layouts.
package final class TileRouter: TileSink {

    struct Tally: Sendable {
        var encodedTiles = 0
        var placeholder: [UInt8] = []
        /// The numbers of the skipped blank tiles, by bundle and level.
        package var absent: [[Int: [Int]]]
        /// The blank tiles that are written, each with its file if it is a file.
        fileprivate var blanks: [(blank: Blank, file: StoredFile?)] = []
    }

    /// A key that is equal for blank tiles with equal bytes.
    fileprivate struct Blank: Equatable {
        package let encoding: TileEncoding
        package let size: PixelSize
    }

    let passes: [TilingPass]
    /// The pyramids of the image in other sizes, whose passes are numbered after all other passes.
    let resampled: [ResampledPyramid]
    /// The consumers, by the number of the pass and by the reduction.
    private let consumers: [[[TileConsumer]]]
    /// The paths of the tiles in each bundle.
    private let paths: [TilePaths]
    private let containers: [any ExportContainer]
    /// Whether an interrupted export has written some of the tiles.
    private let isContinued: Bool
    private let tallies: Mutex<Tally>
    /// Locked while a blank tile is written, so that the next equal tile finds its file.
    private let blankWriting = Mutex(())

    /// - Parameters:
    ///   - containers: one container for each bundle, then the container of the export's own
    ///     folder.
    ///   - thumbnail: the path of the thumbnail in the export's own folder.
    ///   - isContinued: whether an interrupted export has written some of the tiles.
    ///   - bundleThumbnail: the path of the thumbnail's copy in each bundle; `nil` without copies.
    init(
        _ plan: ExportPlan, containers: [any ExportContainer], thumbnail: String,
        bundleThumbnail: String?, blankTolerance: Int?, isContinued: Bool = false
    ) {
        precondition(containers.count == plan.bundles.count + 1)
        let draft = TilingPassDraft(
            of: plan, thumbnail: thumbnail, bundleThumbnail: bundleThumbnail)
        (passes, resampled, consumers) = draft.finished(blankTolerance: blankTolerance)
        tallies = Mutex(Tally(absent: Array(repeating: [:], count: plan.bundles.count)))
        paths = plan.bundles.map { TilePaths(of: $0.layout) }
        self.containers = containers
        self.isContinued = isContinued
    }

    var tally: Tally { tallies.withLock { $0 } }

    /// Records the bundles that skip a blank tile. Returns whether another consumer needs the tile.
    package func wants(blank tile: EncodedTile) -> Bool {
        var isWanted = false
        for consumer in consumers[tile.pass][tile.reduction] {
            guard case .tiles(let bundle, let pyramid, let level, let leavesOutBlanks) = consumer,
                leavesOutBlanks
            else {
                isWanted = true
                continue
            }
            guard tile.edge == nil || tile.edge == pyramid.tiling.edge else { continue }
            let address = pyramid.tile(level, column: tile.column, row: tile.row)
            containers[bundle].omit(address.address)
            guard paths[bundle].isWritten(address) else { continue }
            let number = tile.row * level.columns + tile.column
            tallies.withLock { $0.absent[bundle][level.index, default: []].append(number) }
        }
        return isWanted
    }

    package func isKept(_ tile: EncodedTile) -> Bool {
        guard isContinued, let files = files(of: tile), !files.isEmpty else { return false }
        return files.allSatisfy { $0.container.isKept($0.path) }
    }

    package func keep(_ tile: EncodedTile) throws(ZigguratError) {
        for file in files(of: tile) ?? [] { try file.container.keep(file.path, tile: file.tile) }
        tallies.withLock { $0.encodedTiles += 1 }
    }

    /// The path of a tile in a container.
    private struct TileFile {
        let container: any ExportContainer
        package let path: String
        /// The address of the tile; `nil` for an alias.
        package let tile: Tile.Address?
    }

    /// Returns the files of a tile that is not blank; returns `nil` if a consumer is not a bundle.
    private func files(of tile: EncodedTile) -> [TileFile]? {
        var files: [TileFile] = []
        for consumer in consumers[tile.pass][tile.reduction] {
            guard case .tiles(let bundle, let pyramid, let level, _) = consumer else { return nil }
            guard tile.edge == nil || tile.edge == pyramid.tiling.edge else { continue }
            let address = pyramid.tile(level, column: tile.column, row: tile.row)
            for (number, path) in paths[bundle].files(of: address).enumerated() {
                files.append(
                    TileFile(
                        container: containers[bundle], path: path,
                        tile: number == 0 ? address.address : nil))
            }
        }
        return files
    }

    package func accept(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError) {
        guard tile.isBlank else { return try write(tile, bytes) }
        try blankWriting.withLock { (_) throws(ZigguratError) in try write(tile, bytes) }
    }

    private func write(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError) {
        var twin: StoredFile?
        var blank: Blank?
        if !tile.isBlank { tallies.withLock { $0.encodedTiles += 1 } }
        for consumer in consumers[tile.pass][tile.reduction] {
            switch consumer {
            case .tiles(let bundle, let pyramid, let level, let leavesOutBlanks):
                guard tile.edge == nil || tile.edge == pyramid.tiling.edge,
                    !(tile.isBlank && leavesOutBlanks)
                else { continue }
                let address = pyramid.tile(level, column: tile.column, row: tile.row)
                // Without paths, the tile is not written: a tile of a larger level has its path.
                let paths = self.paths[bundle].files(of: address)
                guard let first = paths.first else {
                    containers[bundle].omit(address.address)
                    continue
                }
                if tile.isBlank, blank == nil {
                    let key = Blank(encoding: pyramid.tiling.encoding, size: address.encodedSize)
                    twin = twinOfBlank(key)
                    blank = key
                }
                // A repeated run has to read the pixels of blank tiles, so they are not recorded.
                let isJournaled = !tile.isBlank
                try write(first, tile: address.address, to: bundle, bytes, &twin, isJournaled)
                for alias in paths.dropFirst() {
                    try write(alias, tile: nil, to: bundle, bytes, &twin, isJournaled)
                }
            case .whole(let container, let paths):
                for path in paths {
                    try write(path, tile: nil, to: container, bytes, &twin)
                }
            case .placeholder:
                // `unsafe`: the copy does not refer to the span.
                let copy = unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
                tallies.withLock { $0.placeholder = copy }
            }
        }
        // File systems limit the number of links to a file, so the container may have begun another
        // file.
        if let blank, let twin {
            tallies.withLock { tally in
                for place in tally.blanks.indices where tally.blanks[place].blank == blank {
                    tally.blanks[place].file = twin
                }
            }
        }
    }

    /// Returns the file of an equal blank tile, if the file is already written. The first blank
    /// tile of its kind counts as encoded.
    private func twinOfBlank(_ blank: Blank) -> StoredFile? {
        tallies.withLock { tally in
            if let known = tally.blanks.first(where: { $0.blank == blank }) { return known.file }
            tally.encodedTiles += 1
            tally.blanks.append((blank, nil))
            return nil
        }
    }

    private func write(
        _ path: String, tile: Tile.Address?, to container: Int, _ bytes: RawSpan,
        _ twin: inout StoredFile?, _ isJournaled: Bool = false
    ) throws(ZigguratError) {
        let container = containers[container]
        let file =
            isJournaled
            ? try container.writeTile(path, tile, bytes, twin: twin)
            : try container.write(path, tile: tile, bytes, twin: twin)
        twin = file ?? twin
    }
}
