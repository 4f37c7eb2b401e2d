internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// Looks at every tile of a pyramid: that it is there, whole, of the right size and format.
struct TileCheck {
    let source: any TileSource

    func run(_ run: VerificationRun) throws(ZigguratError) {
        let (source, decodes, remedy) = (source, run.options.decodes, run.remedy)
        let pyramids = source.pyramids
        try run.checkEach(
            of: source.place, count: pyramids.reduce(0) { $0 + $1.tileCount }, noun: "tile",
            pyramids.lazy.flatMap(\.tiles)
        ) { tile in
            Self.findings(on: tile, of: source, decoding: decodes, remedy)
        }
    }

    private static func findings(
        on tile: Tile, of source: any TileSource, decoding: Bool, _ remedy: String
    ) -> [Finding] {
        guard source.holds(tile) else { return [] }
        let place = source.place(of: tile)
        let finding = { (kind: Finding.Kind, problem: String) in
            Finding(kind, place, tile: tile.address, problem, remedy: remedy)
        }
        do throws(ZigguratError) {
            guard let bytes = try source.bytes(of: tile) else {
                return source.isSparse ? [] : [finding(.missingTile, "the tile is missing")]
            }
            let format = tile.pyramid.tiling.encoding.format
            if let fault = PictureCheck(format, tile.encodedSize).fault(bytes, decoding: decoding) {
                return [finding(fault.kind, fault.problem)]
            }
            return source.flaws(of: tile, bytes).map { flaw in
                Finding(
                    flaw.problem.contains("missing") ? .missingTile : .damagedTile, flaw.subject,
                    tile: tile.address, flaw.problem, remedy: remedy)
            }
        } catch {
            return [
                Finding(
                    .damagedTile, error.subject.isEmpty ? place : error.subject,
                    tile: tile.address, error.problem, remedy: remedy)
            ]
        }
    }
}

/// What a picture's bytes must be.
struct PictureCheck: Sendable {
    private let format: TileFormat
    private let size: PixelSize

    init(_ format: TileFormat, _ size: PixelSize) {
        self.format = format
        self.size = size
    }

    /// What is wrong with some bytes; `nil` where they are as they should be.
    func fault(_ bytes: [UInt8], decoding: Bool) -> (kind: Finding.Kind, problem: String)? {
        do throws(ZigguratError) {
            let picture = try TileImage.check(bytes, decoding: decoding)
            if picture.format != format {
                return (.wrongFormat, "it is \(picture.format), not \(format)")
            }
            if picture.size != size {
                return (
                    .wrongSize,
                    "it is \(picture.size.width) × \(picture.size.height) pixels, "
                        + "not \(size.width) × \(size.height)"
                )
            }
            return nil
        } catch {
            return (.damagedTile, error.problem)
        }
    }
}
