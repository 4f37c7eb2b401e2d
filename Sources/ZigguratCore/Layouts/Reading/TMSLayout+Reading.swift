internal import ZigguratXML

extension TMSLayout {
    public var isKnownByItsFiles: Bool { true }

    /// `tilemapresource.xml` of the raster profile with the folders beside it.
    public func pyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
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
            do throws(XMLFailure) {
                let document = try XMLDocument(bytes)
                let number = { (path: String) throws(XMLFailure) in
                    let words = try document.strings(at: "number(/TileMap/\(path))")
                    guard let number = words.first.flatMap({ Double($0) }), abs(number) < 1e12
                    else {
                        throw XMLFailure([.init(line: nil, message: "\(path) is no number")])
                    }
                    return number
                }
                let profile = try document.strings(at: "/TileMap/TileSets/@profile").first ?? ""
                guard profile == "raster" else {
                    throw XMLFailure(
                        [.init(line: nil, message: "its profile “\(profile)” is that of a map")])
                }
                let box = (
                    try number("BoundingBox/@maxx") - number("BoundingBox/@minx"),
                    try number("BoundingBox/@maxy") - number("BoundingBox/@miny")
                )
                size = PixelSize(
                    width: Int(abs(box.0).rounded()), height: Int(abs(box.1).rounded()))
                tileSize = PixelSize(
                    width: Int(try number("TileFormat/@width")),
                    height: Int(try number("TileFormat/@height")))
                ending = try document.strings(at: "/TileMap/TileFormat/@extension").first ?? ""
                let orders = try document.strings(at: "/TileMap/TileSets/TileSet/@order")
                    .compactMap { Int($0) }
                guard let first = orders.min(), let last = orders.max(), first >= 0, last < 32,
                    (1...1 << 40).contains(size.width), (1...1 << 40).contains(size.height),
                    (1...65_535).contains(tileSize.width), (1...65_535).contains(tileSize.height)
                else {
                    throw XMLFailure([.init(line: nil, message: "there is no picture in it")])
                }
                levels = first...last
            } catch {
                throw ZigguratError(
                    .invalidPyramid, place, "the descriptor is broken: \(error)",
                    remedy: "write it, or the pyramid, again")
            }
        }

        func found(
            in files: any BundleFiles, describedBy name: String
        ) throws(ZigguratError) -> FoundPyramid {
            guard let format = TileFormat(fileExtension: ending) else {
                throw ZigguratError(
                    .invalidPyramid, place, "its tiles are of the format “\(ending)”",
                    remedy: "those that can be read are jpg, png, webp and avif")
            }
            let naming = TemplateNaming.ending(ending, of: "{z}/{x}/{tmsy}")
            let make = { (edge: EdgeRule) in
                Pyramid(
                    name: "", imageSize: size,
                    tiling: Tiling(tileSize: tileSize, edge: edge, encoding: TileEncoding(format)),
                    shape: PyramidShape(
                        depth: .levels(levels.upperBound + 1), origin: .bottomLeft,
                        minimumLevel: levels.lowerBound))
            }
            let padded = make(.pad)
            guard let top = padded.levels.last else {
                throw ZigguratError(.invalidPyramid, place, "there is no level in it")
            }
            // The tile at the right and at the top shows what became of the edges.
            let corner = padded.tile(top, column: top.columns - 1, row: 0)
            let picture = try files.picture(at: naming.path(of: corner))
            let isCropped = picture.map { $0.size != tileSize } ?? false
            return FoundPyramid(
                isCropped ? make(.crop) : padded, naming: naming, descriptors: [name])
        }
    }
}
