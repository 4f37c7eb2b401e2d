package import ZigguratCore
package import ZigguratSystem

extension TMSLayout {
    /// `tilemapresource.xml` of the raster profile with the folders beside it.
    package func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        let name = "tilemapresource.xml"
        guard let bytes = try files.contents(of: name) else { return [] }
        do throws(ZigguratError) {
            let resource = try Resource(bytes, place: files.place(of: name))
            return [.success(try resource.found(in: files, describedBy: name))]
        } catch {
            return [.failure(error)]
        }
    }

    /// What the document says; Tile Map Service Specification 1.0.0, TileMap Resource.
    private struct Resource {
        let place: String
        let size: PixelSize
        let tileSize: PixelSize
        let ending: String
        let levels: ClosedRange<Int>

        init(_ bytes: [UInt8], place: String) throws(ZigguratError) {
            self.place = place
            let document = try XMLDescriptor(bytes, place: place)
            let number = { (path: String) throws(ZigguratError) in
                let text = try document.text("number(/TileMap/\(path))") ?? ""
                guard let number = Double(text), abs(number) < 1e12 else {
                    throw document.failure(.invalid(field: path, value: text))
                }
                return number
            }
            let profile = try document.text("/TileMap/TileSets/@profile") ?? ""
            guard profile == "raster" else {
                throw document.failure(.unrecognised("profile “\(profile)”"))
            }
            let width = try number("BoundingBox/@maxx") - number("BoundingBox/@minx")
            let height = try number("BoundingBox/@maxy") - number("BoundingBox/@miny")
            size = PixelSize(width: Int(abs(width).rounded()), height: Int(abs(height).rounded()))
            tileSize = PixelSize(
                width: Int(try number("TileFormat/@width")),
                height: Int(try number("TileFormat/@height")))
            ending = try document.text("/TileMap/TileFormat/@extension") ?? ""
            let orders = try document.strings("/TileMap/TileSets/TileSet/@order")
                .compactMap { Int($0) }
            guard size.isValid else {
                throw document.failure(.invalid(field: "BoundingBox", value: "\(size)"))
            }
            guard tileSize.isValid, tileSize.longSide <= 65_535 else {
                throw document.failure(.invalid(field: "TileFormat", value: "\(tileSize)"))
            }
            guard let first = orders.min(), let last = orders.max(), first >= 0, last < 32 else {
                throw document.failure(.missing(field: "TileSet"))
            }
            levels = first...last
        }

        func found(
            in files: any BundleFiles, describedBy name: String
        ) throws(ZigguratError) -> FoundPyramid {
            guard let format = TileFormat(fileExtension: ending) else {
                throw ZigguratError(DescriptorFailure.unsupportedTileFormat(ending), place)
            }
            let naming = TemplateNaming.ending(ending, of: "{z}/{x}/{tmsy}")
            let make = { (edge: EdgeRule, origin: GridOrigin) in
                Pyramid(
                    name: "", imageSize: size,
                    tiling: Tiling(tileSize: tileSize, edge: edge, encoding: TileEncoding(format)),
                    shape: PyramidShape(
                        depth: .levels(levels.upperBound + 1), origin: origin,
                        minimumLevel: levels.lowerBound))
            }
            let padded = make(.pad, .bottomLeft)
            let origin = try Self.originOfCropped(padded, in: files, naming)
            return FoundPyramid(
                origin.map { make(.crop, $0) } ?? padded, naming: naming, descriptors: [name])
        }

        /// Where the grid of cropped tiles begins; `nil` where they are padded, or the picture fills
        /// all of them.
        ///
        /// The tiles at the right tell, those of the topmost row and of the lowest one: one of them
        /// is smaller than the others. Levels on which the picture fills its rows tell nothing of
        /// the corner, and those of a single row lie alike either way.
        private static func originOfCropped(
            _ padded: Pyramid, in files: any BundleFiles, _ naming: any NamingStrategy
        ) throws(ZigguratError) -> GridOrigin? {
            let tileSize = padded.tiling.tileSize
            var isCropped = false
            for level in padded.levels.reversed() {
                let isFilledAcross = level.size.width.isMultiple(of: tileSize.width)
                let isFilledDown = level.size.height.isMultiple(of: tileSize.height)
                guard !isFilledAcross || !isFilledDown else { continue }
                let picture = { (row: Int) throws(ZigguratError) in
                    try files.picture(
                        at: naming.path(
                            of: padded.tile(level, column: level.columns - 1, row: row)))
                }
                guard let lowest = try picture(level.rows - 1),
                    let topmost = try picture(0)
                else { continue }
                guard lowest.size != tileSize || topmost.size != tileSize else { return nil }
                isCropped = true
                if level.rows > 1, lowest.size.height != topmost.size.height {
                    return lowest.size.height < topmost.size.height ? .topLeft : .bottomLeft
                }
            }
            return isCropped ? .topLeft : nil
        }
    }
}
