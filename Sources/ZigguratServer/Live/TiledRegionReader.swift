internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratStore
package import ZigguratSystem

/// Makes images of regions from the tiles of a stored pyramid.
struct TiledRegionReader: Sendable {
    private let bundle: OpenedBundle
    private let isOpaque: Bool
    private let background: RGBColor

    /// The most pixels of a level that are decoded for one region.
    private static let mostPixels = 24_000_000

    /// - Throws: ``ZigguratError`` if the export has no readable bundle.
    init(of folder: String, _ formats: Formats) throws(ZigguratError) {
        let export = try StoredExport(folder)
        guard let manifest = export.manifest, let first = manifest.bundles.first else {
            throw ZigguratError(PyramidError.missingBundle, folder)
        }
        bundle = try export.open(first, of: manifest, formats)
        let keepsAlpha = first.tiling.encoding.format.keepsAlpha
        isOpaque = !(manifest.image.hasAlpha && keepsAlpha && manifest.settings.alpha == .keep)
        background = manifest.settings.background ?? .white
    }

    /// Encodes a region from the smallest level in which the region is at least as large as the
    /// result.
    ///
    /// - Parameter isWanted: called for each tile; `false` cancels.
    func encoded(
        _ request: IIIFImageRequest, _ encoding: TileEncoding, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8] {
        let pyramid = bundle.source.pyramid
        let levels = pyramid.levels.map { level in
            (level: level, region: Self.region(request.region, at: request.size, in: level))
        }
        let fitting = levels.first { _, region in
            region.size.holds(request.size) && region.size.pixelCount <= Self.mostPixels
        }
        let small = levels.last { $0.region.size.pixelCount <= Self.mostPixels }
        guard let (level, region) = fitting ?? small ?? levels.first else {
            throw ZigguratError(PyramidError.missingBundle, bundle.source.place)
        }
        var image = RegionImage(size: region.size, isOpaque: isOpaque)
        let (tile, shift) = (pyramid.tiling.tileSize, level.shift)
        for row in (region.y + shift.y) / tile.height...(region.maxY - 1 + shift.y) / tile.height {
            for column in (region.x + shift.x) / tile.width...(region.maxX - 1 + shift.x)
                / tile.width
            {
                guard isWanted() else { throw ZigguratError(Cancelled()) }
                try place(pyramid.tile(level, column: column, row: row), of: region, in: &image)
            }
        }
        return try image.encoded(
            encoding, size: request.size, isMirrored: request.isMirrored,
            rotation: request.rotation, quality: request.quality, background: background)
    }

    private func place(
        _ tile: Tile, of region: PixelRegion, in image: inout RegionImage
    ) throws(ZigguratError) {
        let source = bundle.source
        guard let bytes = try source.isLeftOut(tile) ? nil : source.bytes(of: tile) else { return }
        let (cell, shown) = (tile.levelCell, tile.levelRegion)
        let (left, top) = (max(cell.x, region.x), max(cell.y, region.y))
        let part = PixelRegion(
            x: left - region.x, y: top - region.y, width: min(cell.maxX, region.maxX) - left,
            height: min(cell.maxY, region.maxY) - top)
        guard part.width > 0, part.height > 0 else { return }
        do throws(ZigguratError) {
            try image.place(bytes, from: (left - shown.x, top - shown.y), to: part)
        } catch {
            throw error.orAbout(source.place(of: tile))
        }
    }

    /// Returns the pixels of a level that show a region of the image.
    ///
    /// - Parameter size: the size of the result. If the level has exactly this scale, the region is
    ///   shifted by less than a pixel, so that the result needs no resampling.
    private static func region(
        _ region: PixelRegion, at size: PixelSize, in level: Level
    ) -> PixelRegion {
        let scale = level.scaleFactor
        if region.width == size.width * scale, region.height == size.height * scale {
            let (x, y) = (
                (region.x + scale / 2) / scale, (region.y + scale / 2) / scale
            )
            return PixelRegion(
                x: min(x, level.size.width - size.width),
                y: min(y, level.size.height - size.height), width: size.width,
                height: size.height)
        }
        func range(_ start: Int, _ end: Int, _ limit: Int) -> Range<Int> {
            let first = min(start / scale, limit - 1)
            return first..<max(first + 1, min(limit, end.dividedRoundingUp(by: scale)))
        }
        return PixelRegion(
            columns: range(region.x, region.maxX, level.size.width),
            rows: range(region.y, region.maxY, level.size.height))
    }
}

/// Regions of exported images.
extension LiveSite {
    /// Encodes a region of an image from the tiles of its export.
    ///
    /// - Parameter isWanted: called repeatedly; `false` cancels.
    package func encoded(
        _ request: IIIFImageRequest, of job: LiveJob, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8] {
        let key = "\(job.name) \(request)"
        return try work.run(key, isWanted: isWanted) {
            nil
        } make: { isWanted throws(ZigguratError) in
            let export = "\(folder)/\(job.name)"
            let manifest = FileSystem.attributes(of: "\(export)/\(Manifest.fileName)")
            /// Whether the export was neither removed nor replaced meanwhile. Tiles of a removed
            /// export look like blank tiles.
            func isSame() -> Bool {
                manifest != nil
                    && manifest == FileSystem.attributes(of: "\(export)/\(Manifest.fileName)")
            }
            let quality = exporter.options.tiling.encoding?.quality ?? 85
            do throws(ZigguratError) {
                let region = try job.storedRegion { () throws(ZigguratError) in
                    try TiledRegionReader(of: export, exporter.options.formats)
                }
                let bytes = try region.encoded(
                    request, TileEncoding(request.format, quality: quality), isWanted: isWanted)
                if isSame() { return bytes }
            } catch {
                if isSame() { throw error }
            }
            throw ZigguratError(Cancelled(), export)
        }
    }
}
