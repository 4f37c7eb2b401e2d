internal import ZigguratCore
internal import ZigguratSystem

/// `ImageProperties.xml`. Reads documents of any program.
struct ZoomifyProperties {
    static let path = "ImageProperties.xml"

    private let size: PixelSize
    private let tileSize: Int
    private let tileCount: Int

    init(of pyramid: Pyramid) {
        size = pyramid.imageSize
        tileSize = pyramid.tiling.tileSize.width
        tileCount = pyramid.tileCount
    }

    /// The document: one line without an XML declaration, as Zoomify's converters write it. Some
    /// clients parse it as plain text.
    var file: BundleFile {
        let text =
            "<IMAGE_PROPERTIES WIDTH=\"\(size.width)\" HEIGHT=\"\(size.height)\" "
            + "NUMTILES=\"\(tileCount)\" NUMIMAGES=\"1\" VERSION=\"1.8\" TILESIZE=\"\(tileSize)\" />\n"
        return BundleFile(path: Self.path, bytes: Array(text.utf8))
    }

    init(_ bytes: [UInt8], _ place: String) throws(ZigguratError) {
        let document = try XMLDescriptor(bytes, place: place)
        size = PixelSize(
            width: try document.number("/IMAGE_PROPERTIES/@WIDTH"),
            height: try document.number("/IMAGE_PROPERTIES/@HEIGHT"))
        tileSize = try document.number("/IMAGE_PROPERTIES/@TILESIZE", in: 1...65_535)
        tileCount = try document.number("/IMAGE_PROPERTIES/@NUMTILES", in: 1...Int.max)
    }

    /// Returns the pyramid among the files. The number of tiles shows the rounding of sizes; if it
    /// does not, the smallest tile shows it.
    func pyramid(in files: any BundleFiles, _ place: String) throws(ZigguratError) -> FoundPyramid {
        let first = try files.names(in: "TileGroup0").first { $0.hasPrefix("0-0-0.") }
        let fileExtension = first.map { String($0.dropFirst(6)) } ?? "jpg"
        let tiling = Tiling(
            tileSize: PixelSize(square: tileSize),
            encoding: TileEncoding(TileFormat(fileExtension: fileExtension) ?? .jpeg))
        let candidates = [LevelRounding.down, .up].map { rounding in
            let layout = ZoomifyLayout(rounding: rounding)
            let pyramid = Pyramid(
                name: "", imageSize: size, tiling: tiling, shape: layout.rules.levels.shape)
            return (layout: layout, pyramid: pyramid)
        }
        let smallest = try files.tileImage(at: "TileGroup0/0-0-0.\(fileExtension)")?.size
        let fitting = candidates.filter { $0.pyramid.tileCount == tileCount }
        let match = fitting.first { $0.pyramid.levels.first?.size == smallest } ?? fitting.first
        guard let match else {
            throw ZigguratError(
                DescriptorFailure.wrongTileCount(
                    tileCount, expected: candidates[0].pyramid.tileCount), place)
        }
        return FoundPyramid(
            match.pyramid, naming: match.layout.naming, descriptors: [Self.path],
            layout: match.layout)
    }
}
