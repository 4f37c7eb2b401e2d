internal import ZigguratCore
internal import ZigguratSystem

/// A Deep Zoom descriptor: `NAME.dzi` in XML, or JSON with the same names, as OpenSeadragon reads
/// it.
struct DeepZoomDescriptor {
    static let namespace = "http://schemas.microsoft.com/deepzoom/2008"
    private static let namespaces = [namespace, "http://schemas.microsoft.com/deepzoom/2009"]

    package let size: PixelSize
    let tileSize: Int
    let overlap: Int
    let fileExtension: String
    /// The existing levels and tiles; empty if all exist.
    let displays: [DeepZoomDisplay]

    init(of bundle: BundleDescription) {
        let pyramid = bundle.pyramid
        size = pyramid.imageSize
        tileSize = pyramid.tiling.tileSize.width
        overlap = pyramid.tiling.overlap
        fileExtension = pyramid.tiling.encoding.format.fileExtension
        displays = DeepZoomDisplay.all(of: pyramid, without: bundle.absent)
    }

    /// Returns the descriptor beside a folder of tiles: `photo.dzi` for `photo_files`; `nil` if it
    /// does not exist.
    static func path(forTiles folder: String) -> String? {
        let ending = "_files"
        guard folder.hasSuffix(ending) else { return nil }
        let path = "\(folder.dropLast(ending.count)).dzi"
        return FileSystem.exists(path) ? path : nil
    }

    var xml: XMLElement {
        var children = [XMLElement("Size", ["Width": size.width, "Height": size.height])]
        if !displays.isEmpty {
            children.append(XMLElement("DisplayRects", [:], displays.map(Self.xml)))
        }
        return XMLElement(
            "Image",
            [
                "xmlns": Self.namespace, "TileSize": tileSize, "Overlap": overlap,
                "Format": fileExtension,
            ], children)
    }

    private static func xml(_ display: DeepZoomDisplay) -> XMLElement {
        let region = display.region
        return XMLElement(
            "DisplayRect",
            ["MinLevel": display.levels.lowerBound, "MaxLevel": display.levels.upperBound],
            [
                XMLElement(
                    "Rect",
                    [
                        "X": region.x, "Y": region.y, "Width": region.width,
                        "Height": region.height,
                    ])
            ])
    }

    /// - Parameter tiles: the address of the tiles' folder; `nil` in a script, because
    ///   OpenSeadragon derives the folder from the script's address.
    func json(tiles: String? = nil) -> JSONValue {
        [
            "Image": .object(present: [
                "xmlns": .string(Self.namespace),
                "Url": tiles.map(JSONValue.string),
                "Format": .string(fileExtension),
                "Overlap": .integer(overlap),
                "TileSize": .integer(tileSize),
                "Size": ["Width": .integer(size.width), "Height": .integer(size.height)],
                "DisplayRect": displays.isEmpty ? nil : .array(displays.map(Self.json)),
            ])
        ]
    }

    /// Returns a rectangle with its levels, as OpenSeadragon expects it. In XML, the levels are
    /// attributes of the rectangle's parent.
    private static func json(_ display: DeepZoomDisplay) -> JSONValue {
        [
            "Rect": [
                "MinLevel": .integer(display.levels.lowerBound),
                "MaxLevel": .integer(display.levels.upperBound),
                "X": .integer(display.region.x), "Y": .integer(display.region.y),
                "Width": .integer(display.region.width), "Height": .integer(display.region.height),
            ]
        ]
    }

    init(_ bytes: [UInt8], place: String) throws(ZigguratError) {
        let document = try XMLDescriptor(bytes, place: place, prefix: "d")
        let root = try document.text("local-name(/*)") ?? ""
        let namespace = try document.text("namespace-uri(/*)") ?? ""
        guard root == "Image", Self.namespaces.contains(namespace) else {
            throw document.failure(.unrecognised("root element \(root)"))
        }
        tileSize = try document.number("/d:Image/@TileSize", in: 1...65_535)
        overlap = try document.number("/d:Image/@Overlap", in: 0...65_535)
        size = PixelSize(
            width: try document.number("/d:Image/d:Size/@Width"),
            height: try document.number("/d:Image/d:Size/@Height"))
        fileExtension = try document.text("/d:Image/@Format") ?? ""
        displays = try Self.displays(document)
    }

    /// Returns the valid rectangles. Invalid rectangles are ignored, as clients ignore them.
    private static func displays(
        _ document: XMLDescriptor
    ) throws(ZigguratError) -> [DeepZoomDisplay] {
        let rect = "//d:DisplayRects/d:DisplayRect/d:Rect"
        var columns: [[Int?]] = []
        for name in ["/../@MinLevel", "/../@MaxLevel", "/@X", "/@Y", "/@Width", "/@Height"] {
            columns.append(
                try document.strings(rect + name).map { text in
                    Int(text).flatMap { (0...PixelSize.maximumSide).contains($0) ? $0 : nil }
                })
        }
        let count = columns[0].count
        guard columns.allSatisfy({ $0.count == count }) else {
            throw document.failure(.missing(field: "attribute of DisplayRect"))
        }
        return (0..<count).compactMap { index in
            let values = columns.compactMap { $0[index] }
            guard values.count == 6, values[0] <= values[1] else { return nil }
            return DeepZoomDisplay(
                levels: values[0]...values[1],
                region: PixelRegion(
                    x: values[2], y: values[3], width: values[4], height: values[5]))
        }
    }

    func pyramid(
        called name: String, describedBy file: String, _ place: String
    ) throws(ZigguratError) -> FoundPyramid {
        guard let format = TileFormat(fileExtension: fileExtension) else {
            throw ZigguratError(DescriptorError.unsupportedTileFormat(fileExtension), place)
        }
        let tiling = Tiling(
            tileSize: PixelSize(square: tileSize), overlap: overlap, encoding: TileEncoding(format))
        var pyramid = Pyramid(name: name, imageSize: size, tiling: tiling, depth: .onePixel)
        var absent: AbsentTiles? = AbsentTiles.none
        if !displays.isEmpty {
            absent = DeepZoomDisplay.absent(from: pyramid, with: displays)
            let present = pyramid.levels.filter { level in
                absent?.runs(ofLevel: level.index) != [0, level.tileCount]
            }
            if let first = present.first, let last = present.last,
                last.index - first.index + 1 < pyramid.levels.count
            {
                // Levels without tiles at either end were not written.
                let shape = PyramidShape(
                    depth: .onePixel, minimumLevel: first.index, maximumLevel: last.index)
                pyramid = Pyramid(name: name, imageSize: size, tiling: tiling, shape: shape)
                absent = DeepZoomDisplay.absent(from: pyramid, with: displays)
            }
        }
        return FoundPyramid(
            pyramid, naming: .ending(fileExtension, of: "{name}_files/{level}/{column}_{row}"),
            descriptors: [file], isSparse: absent == nil, absent: absent ?? AbsentTiles.none)
    }
}

/// A DisplayRect of a Deep Zoom descriptor: a part of the image whose tiles exist on some levels.
///
/// A tile exists if a rectangle of its level touches the tile, or if the level has no rectangle.
/// OpenSeadragon's `DziTileSource.tileExists` has the same rule.
struct DeepZoomDisplay: Hashable {
    let levels: ClosedRange<Int>
    /// The region in image pixels; empty if the levels have no tiles.
    let region: PixelRegion

    /// Returns the rectangles of a pyramid; empty if all levels and tiles exist.
    ///
    /// Levels without tiles get an empty rectangle. Rectangles end at tile edges without overlap,
    /// so that no rectangle touches an absent tile.
    static func all(of pyramid: Pyramid, without absent: AbsentTiles) -> [DeepZoomDisplay] {
        guard let first = pyramid.levels.first, let last = pyramid.levels.last else { return [] }
        let top = last.index + last.reduction
        guard first.index > 0 || last.index < top || !absent.isEmpty else { return [] }
        let nothing = PixelRegion(x: 0, y: 0, width: 0, height: 0)
        let image = pyramid.imageSize
        let whole = PixelRegion(whole: image)
        var displays: [DeepZoomDisplay] = []
        var firstWhole: Int?
        let closeWhole = { (end: Int) in
            if let start = firstWhole {
                displays.append(DeepZoomDisplay(levels: start...end, region: whole))
            }
            firstWhole = nil
        }
        for level in pyramid.levels {
            guard !absent.runs(ofLevel: level.index).isEmpty else {
                firstWhole = firstWhole ?? level.index
                continue
            }
            closeWhole(level.index - 1)
            let blocks = absent.presentBlocks(of: level)
            let regions = blocks.isEmpty ? [nothing] : blocks.map { region(of: $0, level, pyramid) }
            displays += regions.map {
                DeepZoomDisplay(levels: level.index...level.index, region: $0)
            }
        }
        closeWhole(last.index)
        if first.index > 0 {
            displays.append(DeepZoomDisplay(levels: 0...first.index - 1, region: nothing))
        }
        if last.index < top {
            displays.append(DeepZoomDisplay(levels: last.index + 1...top, region: nothing))
        }
        return displays
    }

    private static func region(
        of block: TileBlock, _ level: Level, _ pyramid: Pyramid
    ) -> PixelRegion {
        let width = pyramid.tiling.tileSize.width * level.scaleFactor
        let height = pyramid.tiling.tileSize.height * level.scaleFactor
        let (x, y) = (block.columns.lowerBound * width, block.rows.lowerBound * height)
        return PixelRegion(
            x: x, y: y, width: min(block.columns.upperBound * width, pyramid.imageSize.width) - x,
            height: min(block.rows.upperBound * height, pyramid.imageSize.height) - y)
    }

    /// Returns the tiles of a pyramid that no rectangle touches; `nil` if the pyramid has too many
    /// tiles to check each tile.
    static func absent(from pyramid: Pyramid, with displays: [DeepZoomDisplay]) -> AbsentTiles? {
        guard pyramid.tileCount < 1 << 24 else { return nil }
        var numbers: [Int: [Int]] = [:]
        for level in pyramid.levels {
            let regions = displays.filter { $0.levels.contains(level.index) }.map(\.region)
            guard !regions.isEmpty else { continue }
            let width = pyramid.tiling.tileSize.width * level.scaleFactor
            let height = pyramid.tiling.tileSize.height * level.scaleFactor
            var exists = [Bool](repeating: false, count: level.tileCount)
            for region in regions {
                let (top, left) = (region.y / height, region.x / width)
                let bottom = min(region.maxY.dividedRoundingUp(by: height), level.rows)
                let right = min(region.maxX.dividedRoundingUp(by: width), level.columns)
                for row in top..<max(top, bottom) {
                    for column in left..<max(left, right) {
                        exists[row * level.columns + column] = true
                    }
                }
            }
            numbers[level.index] = exists.indices.filter { !exists[$0] }
        }
        return AbsentTiles(numbers)
    }
}
