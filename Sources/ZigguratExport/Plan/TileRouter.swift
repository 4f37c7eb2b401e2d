internal import Synchronization
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// Knows which files each encoded tile becomes, in which bundle and under which names.
///
/// Layouts that cut a level alike share the cut: its tiles are encoded once, written for the first
/// of them, and written again, or linked, for the others.
final class TileRouter: TileSink {
    /// Somebody who wants the tiles of one level of a cut.
    enum Wish {
        case tiles(bundle: Int, pyramid: Pyramid, level: Level, leavesOutBlanks: Bool)
        /// The level as one image, under fixed names.
        case whole(container: Int, paths: [String])
        /// The level as one image, to be kept in memory.
        case kept
    }

    /// What was written so far.
    struct Tally: Sendable {
        var encodedTiles = 0
        var kept: [UInt8] = []
        /// The numbers of tiles that were left out, by bundle and level.
        var absent: [[Int: [Int]]]
        /// Where there is a blank tile already.
        fileprivate var blanks: [(blank: Blank, file: StoredFile?)] = []
    }

    /// Blank tiles that are the same.
    fileprivate struct Blank: Equatable {
        let encoding: TileEncoding
        let size: PixelSize
    }

    /// Those of the picture itself.
    let cuts: [Cut]
    /// Pyramids of the picture in other sizes. Cuts are numbered through: these behind the others.
    let branches: [PyramidBranch]
    /// By the number of the cut and by the reduction.
    private let wishes: [[[Wish]]]
    private let bundles: [ExportPlan.Bundle]
    private let containers: [any Container]
    private let tallies: Mutex<Tally>
    /// Held while a blank tile is written: the next one is to find its file.
    private let blankWriting = Mutex(())

    /// - Parameters:
    ///   - containers: one for each bundle, and a last one for the export's own folder.
    ///   - thumbnail: written into the export's own folder.
    ///   - placeholder: kept in memory.
    ///   - sizes: whole images for the export's own folder.
    ///   - bundleThumbnail: where each bundle has the thumbnail once more, if it does.
    init(
        _ plan: ExportPlan, containers: [any Container], thumbnail: ExtraImage,
        placeholder: ExtraImage, sizes: [ExtraImage] = [], bundleThumbnail: String?,
        blankTolerance: Int? = nil
    ) {
        precondition(containers.count == plan.bundles.count + 1)
        var draft = CutDraft(of: plan.header.size)
        draft.add(plan.bundles)
        draft.add(thumbnail, .whole(container: plan.bundles.count, paths: [thumbnail.path]))
        if let bundleThumbnail {
            for index in plan.bundles.indices {
                draft.add(thumbnail, .whole(container: index, paths: [bundleThumbnail]))
            }
        }
        draft.add(placeholder, .kept)
        for image in sizes {
            draft.add(image, .whole(container: plan.bundles.count, paths: [image.path]))
        }
        (cuts, branches, wishes) = draft.finished(blankTolerance: blankTolerance)
        tallies = Mutex(Tally(absent: Array(repeating: [:], count: plan.bundles.count)))
        bundles = plan.bundles
        self.containers = containers
    }

    var tally: Tally { tallies.withLock { $0 } }

    /// Puts down who leaves it out, and says whether somebody does not.
    func wants(blank tile: EncodedTile) -> Bool {
        var isWanted = false
        for wish in wishes[tile.cut][tile.reduction] {
            guard case .tiles(let bundle, let pyramid, let level, let leavesOutBlanks) = wish,
                leavesOutBlanks
            else {
                isWanted = true
                continue
            }
            guard tile.edge == nil || tile.edge == pyramid.tiling.edge,
                bundles[bundle].layout.isWritten(
                    pyramid.tile(level, column: tile.column, row: tile.row))
            else { continue }
            let number = tile.row * level.columns + tile.column
            tallies.withLock { $0.absent[bundle][level.index, default: []].append(number) }
        }
        return isWanted
    }

    func accept(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError) {
        guard tile.isBlank else { return try write(tile, bytes) }
        try blankWriting.withLock { (_) throws(ZigguratError) in try write(tile, bytes) }
    }

    private func write(_ tile: EncodedTile, _ bytes: RawSpan) throws(ZigguratError) {
        var twin: StoredFile?
        var blank: Blank?
        if !tile.isBlank { tallies.withLock { $0.encodedTiles += 1 } }
        for wish in wishes[tile.cut][tile.reduction] {
            switch wish {
            case .tiles(let bundle, let pyramid, let level, let leavesOutBlanks):
                guard tile.edge == nil || tile.edge == pyramid.tiling.edge,
                    !(tile.isBlank && leavesOutBlanks)
                else { continue }
                let address = pyramid.tile(level, column: tile.column, row: tile.row)
                // A tile of a larger level answers at this one's path.
                let paths = bundles[bundle].layout.files(of: address)
                guard let first = paths.first else { continue }
                if tile.isBlank, blank == nil {
                    let key = Blank(encoding: pyramid.tiling.encoding, size: address.encodedSize)
                    twin = twinOfBlank(key)
                    blank = key
                }
                try write(first, tile: address.address, to: bundle, bytes, &twin)
                for alias in paths.dropFirst() {
                    try write(alias, tile: nil, to: bundle, bytes, &twin)
                }
            case .whole(let container, let paths):
                for path in paths {
                    try write(path, tile: nil, to: container, bytes, &twin)
                }
            case .kept:
                let copy = unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
                tallies.withLock { $0.kept = copy }
            }
        }
        // A file may have as many names as the file system allows, and then there is another one.
        if let blank, let twin {
            tallies.withLock { tally in
                for place in tally.blanks.indices where tally.blanks[place].blank == blank {
                    tally.blanks[place].file = twin
                }
            }
        }
    }

    /// A file with the same bytes, where there is one; the first of them counts as encoded.
    private func twinOfBlank(_ blank: Blank) -> StoredFile? {
        tallies.withLock { tally in
            if let known = tally.blanks.first(where: { $0.blank == blank }) { return known.file }
            tally.encodedTiles += 1
            tally.blanks.append((blank, nil))
            return nil
        }
    }

    private func write(
        _ path: String, tile: TileAddress?, to container: Int, _ bytes: RawSpan,
        _ twin: inout StoredFile?
    ) throws(ZigguratError) {
        twin = try containers[container].write(path, tile: tile, bytes, twin: twin) ?? twin
    }
}
