internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSources
internal import ZigguratStore
internal import ZigguratSystem

/// Verifies every tile of a pyramid: the tile must exist, be complete, and have the right size and
/// format.
struct TileCheck {
    package let source: any TileSource

    /// The number of faults after which the verification of a pyramid stops. A document can
    /// describe any number of missing tiles.
    static let maximumFaults = 10_000

    /// - Returns: whether all tiles were verified.
    @discardableResult
    func run(_ run: VerificationRun) throws(ZigguratError) -> Bool {
        let (source, decodes) = (source, run.options.decodes)
        let pyramids = source.pyramids
        let isComplete = try run.checkEach(
            of: source.place, count: pyramids.reduce(0) { $0 + $1.tileCount }, noun: "tile",
            pyramids.lazy.flatMap(\.tiles), upTo: Self.maximumFaults
        ) { tile in
            Self.flaws(of: tile, in: source, decoding: decodes).map { ($0, tile.address) }
        }
        if !isComplete { run.found(.tooManyFaults(Self.maximumFaults), at: source.place) }
        return isComplete
    }

    private static func flaws(
        of tile: Tile, in source: any TileSource, decoding: Bool
    ) -> [ZigguratError] {
        guard source.holds(tile) else { return [] }
        let place = source.place(of: tile)
        do throws(ZigguratError) {
            guard let bytes = try source.bytes(of: tile) else {
                return source.isSparse
                    ? [] : [ZigguratError(VerificationError.missing(.tile), place)]
            }
            let check = ImageCheck(
                format: tile.pyramid.tiling.encoding.format, size: tile.encodedSize)
            if let flaw = check.flaw(of: bytes, decoding: decoding) { return [flaw.about(place)] }
            return source.flaws(of: tile, bytes)
        } catch {
            return [error.orAbout(place)]
        }
    }
}

/// The format and size that an encoded image must have.
struct ImageCheck: Sendable {
    package let format: TileFormat
    package let size: PixelSize

    /// Returns the first fault of an image, without a subject; returns `nil` if the image has no
    /// fault.
    func flaw(of bytes: [UInt8], decoding: Bool) -> ZigguratError? {
        do throws(ZigguratError) {
            let image = try TileImage.check(bytes, decoding: decoding)
            if image.format != format {
                return ZigguratError(VerificationError.wrongFormat(image.format, expected: format))
            }
            if image.size != size {
                return ZigguratError(VerificationError.wrongSize(image.size, expected: size))
            }
            return nil
        } catch {
            return error
        }
    }
}

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
            throw ZigguratError(PyramidError.unrecognised, place)
        }
        if tiles.invalidEntries > 0 {
            run.found(
                ZigguratError(ArchiveError.invalidTileAddresses(tiles.invalidEntries), place),
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
                return ZigguratError(VerificationError.missing(.tile), place)
            }
            guard let size else {
                try VectorTile.check(bytes)
                return nil
            }
            let image = try TileImage.check(bytes, decoding: decodes)
            guard image.size != size else { return nil }
            return ZigguratError(VerificationError.wrongSize(image.size, expected: size), place)
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
                        VerificationError.missing(.tile), tiles.placeOfTile(address)), address
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
