internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSources
internal import ZigguratStore
internal import ZigguratSystem

/// Verifies the tiles of a map.
///
/// Each tile must be decodable, all tiles must have one size, and no tile may be missing inside the
/// stated bounds. In vector tiles, only the structure is verified, not the geometry.
struct MapTileCheck {
    let tiles: MapTiles

    func run(_ run: VerificationRun, at place: String) throws(ZigguratError) {
        let before = run.findingCount
        let isVector = MapTileFormat.isVector(tiles.statedFormat)
        guard let size = isVector ? Self.sizeOfVectorTiles : sizeOfTiles() else {
            throw ZigguratError(PyramidFailure.unrecognised, place)
        }
        if tiles.invalidEntries > 0 {
            run.found(
                ZigguratError(ArchiveFault.invalidTileAddresses(tiles.invalidEntries), place),
                as: .container)
        }
        for fault in tiles.faults { run.found(fault, as: .container) }
        if isVector {
            run.note(.vectorTiles, on: place)
        } else if !tiles.isBounded {
            run.note(.partOfMap, on: place)
        }
        try checkTiles(isVector ? nil : size, run)
        try checkGaps(run)
        run.report(
            .checked(
                Verification.Summary(
                    place: place, kind: isVector ? "vector map tiles" : "map tiles",
                    size: sizeOfMap(size),
                    levels: Set(tiles.addresses.lazy.map(\.level)).count,
                    tiles: tiles.addresses.count, faults: run.findingCount - before)))
    }

    /// Vector tiles have no pixels. Map clients draw them at this size, in pixels.
    private static let sizeOfVectorTiles = PixelSize(square: 256)

    /// Returns the size of the first tile whose header can be read.
    private func sizeOfTiles() -> PixelSize? {
        for address in tiles.addresses {
            guard let bytes = try? tiles.bytes(of: address), let image = try? TileImage.read(bytes)
            else { continue }
            return image.size
        }
        return nil
    }

    /// Returns the size of the map at its largest zoom, in pixels.
    private func sizeOfMap(_ size: PixelSize) -> PixelSize {
        let top = tiles.addresses.last?.level
        let last = tiles.addresses.reversed().prefix { $0.level == top }
        let span = { (numbers: [Int]) in (numbers.max() ?? 0) - (numbers.min() ?? 0) + 1 }
        return PixelSize(
            width: span(last.map(\.column)) * size.width,
            height: span(last.map(\.row)) * size.height)
    }

    /// - Parameter size: the size of all tiles; `nil` for vector tiles.
    private func checkTiles(_ size: PixelSize?, _ run: VerificationRun) throws(ZigguratError) {
        let (tiles, decodes) = (tiles, run.options.decodes)
        try run.checkEach(
            of: tiles.place, count: tiles.addresses.count, noun: "tile", tiles.addresses,
            upTo: TileCheck.maximumFaults
        ) { address in
            Self.flaw(of: address, in: tiles, size, decodes).map { [($0, address)] } ?? []
        }
    }

    private static func flaw(
        of address: Tile.Address, in tiles: MapTiles, _ size: PixelSize?, _ decodes: Bool
    ) -> ZigguratError? {
        let place = tiles.placeOfTile(address)
        do throws(ZigguratError) {
            guard let bytes = try tiles.bytes(of: address) else {
                return ZigguratError(Verification.Fault.missing(.tile), place)
            }
            guard let size else {
                try VectorTile.check(bytes)
                return nil
            }
            let image = try TileImage.check(bytes, decoding: decodes)
            guard image.size != size else { return nil }
            return ZigguratError(Verification.Fault.wrongSize(image.size, expected: size), place)
        } catch {
            return error.orAbout(place)
        }
    }

    private func checkGaps(_ run: VerificationRun) throws(ZigguratError) {
        let tiles = tiles
        let gaps = tiles.gaps(upTo: TileCheck.maximumFaults)
        try run.checkEach(
            of: tiles.place, count: gaps.count, noun: "tile", gaps, upTo: TileCheck.maximumFaults
        ) { gap in
            Self.missing(of: gap, in: tiles).map { address in
                (
                    ZigguratError(
                        Verification.Fault.missing(.tile), tiles.placeOfTile(address)), address
                )
            }
        }
    }

    /// Returns the missing tiles of a gap, without the tiles that programs skip.
    ///
    /// Programs skip a tile whose part of the parent is transparent, or black in JPEG, and vector
    /// tiles without features.
    private static func missing(of gap: MapTiles.Gap, in tiles: MapTiles) -> [Tile.Address] {
        if MapTileFormat.isVector(tiles.statedFormat) { return [] }
        guard let parent = gap.parent, let bytes = try? tiles.bytes(of: parent),
            let format = try? TileImage.read(bytes)?.format,
            let image = try? TileMosaic(decoding: bytes)
        else { return gap.missing }
        return gap.missing.filter {
            !image.isClear(
                quarter: $0.column - 2 * parent.column, $0.row - 2 * parent.row,
                keepsAlpha: format.keepsAlpha)
        }
    }
}
