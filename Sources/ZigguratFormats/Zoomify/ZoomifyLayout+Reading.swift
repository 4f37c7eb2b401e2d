package import ZigguratCore
package import ZigguratSystem

extension ZoomifyLayout {
    /// `ImageProperties.xml` with the groups beside it. How sizes were rounded its number of tiles
    /// tells, or its smallest tile.
    package func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        let name = "ImageProperties.xml"
        guard let bytes = try files.contents(of: name) else { return [] }
        let place = files.place(of: name)
        do throws(ZigguratError) {
            return [.success(try Self.found(bytes, name, place, files))]
        } catch {
            return [.failure(error)]
        }
    }

    private static func found(
        _ bytes: [UInt8], _ name: String, _ place: String, _ files: any BundleFiles
    ) throws(ZigguratError) -> FoundPyramid {
        let document = try XMLDescriptor(bytes, place: place)
        let size = PixelSize(
            width: try document.number("/IMAGE_PROPERTIES/@WIDTH"),
            height: try document.number("/IMAGE_PROPERTIES/@HEIGHT"))
        let side = try document.number("/IMAGE_PROPERTIES/@TILESIZE", in: 1...65_535)
        let count = try document.number("/IMAGE_PROPERTIES/@NUMTILES", in: 1...Int.max)
        let first = try files.names(in: "TileGroup0").first { $0.hasPrefix("0-0-0.") }
        let ending = first.map { String($0.dropFirst(6)) } ?? "jpg"
        let tiling = Tiling(
            tileSize: PixelSize(square: side),
            encoding: TileEncoding(TileFormat(fileExtension: ending) ?? .jpeg))
        let both = [LevelRounding.down, .up].map { rounding in
            let layout = ZoomifyLayout(rounding: rounding)
            return (
                layout: layout,
                pyramid: Pyramid(
                    name: "", imageSize: size, tiling: tiling, shape: layout.rules.levels.shape)
            )
        }
        // Where both have as many, the smallest tile shows which it is.
        let smallest = try files.picture(at: "TileGroup0/0-0-0.\(ending)")?.size
        let fitting = both.filter { $0.pyramid.tileCount == count }
        let match = fitting.first { $0.pyramid.levels.first?.size == smallest } ?? fitting.first
        guard let match else {
            throw document.failure(
                .wrongTileCount(count, expected: both[0].pyramid.tileCount))
        }
        return FoundPyramid(
            match.pyramid, naming: match.layout.naming, descriptors: [name], layout: match.layout)
    }
}
