internal import ZigguratCore
internal import ZigguratImaging
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
                    ? [] : [ZigguratError(Verification.Fault.missing(.tile), place)]
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
                return ZigguratError(Verification.Fault.wrongFormat(image.format, expected: format))
            }
            if image.size != size {
                return ZigguratError(Verification.Fault.wrongSize(image.size, expected: size))
            }
            return nil
        } catch {
            return error
        }
    }
}
