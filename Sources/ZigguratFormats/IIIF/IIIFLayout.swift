package import ZigguratCore
package import ZigguratSystem

// IIIF, the International Image Interoperability Framework: plain files at the addresses of an image
// service of compliance level 0, with its documents.
//
// Image API 2.1.1 and 3.0 (https://iiif.io/api/image/3.0/): sections 4 (parameters), 4.7 (canonical
// URI) and 5 (image information). Presentation API 3.0 (https://iiif.io/api/presentation/3.0/):
// sections 3 (properties) and 5 (manifest, collection).

/// A IIIF image service of compliance level 0, with a Presentation 3 manifest.
///
/// A level 0 service must answer the region `full` at its largest size. An image within
/// ``WholeImage/maximumSide`` is this answer itself. For a larger image, `info.json` limits whole
/// images by `maxWidth` and `maxHeight` to the largest level that fits; `max` is this level. No
/// tile is larger than this limit.
package struct IIIFLayout: Layout, BookDescribing {
    /// A major version of the Image API.
    package enum Version: Int, Hashable, Sendable {
        case two = 2
        case three
    }

    package let version: Version
    package let name: String
    package var summary: String {
        "IIIF Image API \(version == .two ? "2.1" : "3.0"), level 0: "
            + "Mirador, Universal Viewer, OpenSeadragon"
    }
    /// Level 0 requires `default.jpg`, so the only tile format is JPEG.
    package let rules = TilingRules(
        tileSize: 512, formats: [.jpeg], allowsOverlap: false, edges: [.crop]
    ).with(.fixed())
    /// `x,y,w,h/w,/0/default.jpg` in version 2, `x,y,w,h/w,h/0/default.jpg` in version 3. `full`
    /// stands for the region of the whole image.
    package let naming: any NamingStrategy
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = makeDescriptors
            $0.presentationManifest = IIIFManifest.path
            $0.paths = addresses.files
            $0.wholeImages = addresses.wholeImages
            $0.book = self
            $0.notes = makeNotes
            $0.findPyramids = findPyramids
            $0.otherPaths = otherPaths
        }
    }

    private var addresses: IIIFAddresses { IIIFAddresses(version: version) }

    package init(_ version: Version) {
        self.version = version
        name = version == .two ? "iiif" : "iiif3"
        naming = IIIFAddresses(version: version)
    }

    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        let canvas = IIIFCanvas(bundle: bundle, version: version)
        let notes = IIIFAnnotations(bundle: bundle, canvas: canvas.id).document
        return [
            try .json(IIIFInfo.path, IIIFInfo(of: bundle, version).json),
            try .json(IIIFManifest.path, IIIFManifest.json(of: bundle, version)),
        ]
            + (try notes.map { notes throws(ZigguratError) in
                [try .json(IIIFAnnotations.path, notes)]
            } ?? [])
    }

    package var bookDocument: String { IIIFManifest.path }

    package func makeBookDocument(
        of book: BookDescription
    ) throws(ZigguratError) -> BundleFile {
        try .json(bookDocument, IIIFBook(book: book, version: version).json)
    }

    private func makeNotes(on bundle: BundleDescription) -> [FormatNote] {
        bundle.baseURL == nil ? [.localAddresses] : []
    }

    /// Finds the tiles beside an `info.json` of this version.
    private func findPyramids(
        in files: any BundleFiles
    ) throws(ZigguratError) -> [PyramidReading] {
        try files.pyramids(describedBy: IIIFInfo.path) { bytes, place throws(ZigguratError) in
            guard let info = try IIIFInfo(bytes, version, place) else { return nil }
            return FoundPyramid(
                info.pyramid, naming: naming, descriptors: [IIIFInfo.path],
                faults: info.faults.map { ZigguratError($0, place) })
        }
    }

    /// Returns addresses of a tile that other programs may use for their files.
    private func otherPaths(of tile: Tile) -> [String] {
        let cell = tile.imageCell
        let size = tile.levelCell.size
        var sizes = ["\(size.width),", "\(size.width),\(size.height)"]
        if size == cell.size { sizes += ["max", "full"] }
        var regions = ["\(cell)"]
        if cell.size == tile.pyramid.imageSize { regions.append("full") }
        return regions.flatMap { region in
            sizes.map { IIIFAddresses.path(region: region, size: $0) }
        }
    }
}

extension Layout where Self == IIIFLayout {
    package static var iiif: Self { Self(.two) }
    package static var iiif3: Self { Self(.three) }
}

/// The addresses of tiles and whole levels in a version of the Image API, and the files at these
/// addresses.
///
/// IIIF addresses an image by region and size, not by level. Two levels can have the same address:
/// a region cut at the right and bottom edges can be the same on both, and one pixel halved is
/// still one pixel. Such an address belongs to the larger level, so that clients get all pixels.
struct IIIFAddresses: NamingStrategy {
    let version: IIIFLayout.Version

    static func path(region: String, size: String) -> String { "\(region)/\(size)/0/default.jpg" }

    /// Returns the file of a tile, or the larger level's file if the larger level has all the
    /// tile's addresses.
    func path(of tile: Tile) -> String { files(of: tile).first ?? addresses(of: tile)[0] }

    /// Returns the alias of a tile whose region is not the whole image.
    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? {
        let template: TemplateNaming =
            version == .two
            ? .template("{left},{top},{regionWidth},{regionHeight}/{tileWidth},/0/default.{ext}")
            : .template(
                "{left},{top},{regionWidth},{regionHeight}/{tileWidth},{tileHeight}/0/default.{ext}"
            )
        return template.pageTemplate(for: level, of: pyramid)
    }

    func tile(at path: String, in pyramid: Pyramid) -> Tile? {
        guard let region = path.split(separator: "/").first else { return nil }
        let numbers = region.split(separator: ",").compactMap { Int($0) }
        guard region == "full" || numbers.count == 4 else { return nil }
        let (x, y, cell) = (
            numbers.first ?? 0, numbers.dropFirst().first ?? 0, pyramid.tiling.tileSize
        )
        return pyramid.levels.lazy.compactMap { level in
            pyramid.tile(
                at: Tile.Address(
                    level: level.index, column: x / level.scaleFactor / cell.width,
                    row: y / level.scaleFactor / cell.height))
        }.first { files(of: $0).contains(path) }
    }

    /// Returns the file of a tile, then its aliases; empty if the larger level has all its
    /// addresses.
    func files(of tile: Tile) -> [String] {
        if tile.level.tileCount == 1 { return files(ofWhole: tile.level, of: tile.pyramid) }
        let addresses = addresses(of: tile)
        guard let larger = Self.tileOfSameRegion(as: tile) else { return addresses }
        let taken = self.addresses(of: larger)
        return addresses.filter { !taken.contains($0) }
    }

    /// Returns the whole images besides the tiles. A level with a single tile needs no further
    /// file.
    func wholeImages(of pyramid: Pyramid) -> [WholeImage] {
        Self.wholeLevels(of: pyramid).filter { $0.tileCount > 1 }.map { level in
            WholeImage(level: level, paths: files(ofWhole: level, of: pyramid))
        }
    }

    /// Returns the levels that exist as one image: levels with a single tile, and small levels.
    static func wholeLevels(of pyramid: Pyramid) -> [Level] {
        pyramid.levels.filter { $0.tileCount == 1 || $0.size.longSide <= WholeImage.maximumSide }
    }

    /// Returns the file of a level as one image, then its aliases; never empty.
    private func files(ofWhole level: Level, of pyramid: Pyramid) -> [String] {
        let addresses = addresses(ofWhole: level, of: pyramid)
        guard Self.wholeLevels(of: pyramid).last != level,
            let larger = pyramid.level(level.index + 1)
        else { return addresses }
        let taken = self.addresses(ofWhole: larger, of: pyramid)
        return addresses.filter { !taken.contains($0) }
    }

    private func addresses(of tile: Tile) -> [String] {
        sizes(of: tile.levelCell.size, in: tile.pyramid.imageSize).map {
            Self.path(region: tile.imageCell.description, size: $0)
        }
    }

    private func addresses(ofWhole level: Level, of pyramid: Pyramid) -> [String] {
        let image = pyramid.imageSize
        let isLargest = Self.wholeLevels(of: pyramid).last == level
        let sizes = sizes(ofWhole: level.size, in: image, isLargest: isLargest)
        return ["full", "0,0,\(image.width),\(image.height)"].flatMap { region in
            sizes.map { Self.path(region: region, size: $0) }
        }
    }

    /// Returns the sizes that clients write for a tile of a level with several tiles. The canonical
    /// size is first.
    ///
    /// In version 2, OpenSeadragon writes “full” for a tile as wide as the image. On a halved
    /// level, a tile is as wide as the image only if the image is one pixel wide.
    private func sizes(of tile: PixelSize, in image: PixelSize) -> [String] {
        guard version == .two else { return ["\(tile.width),\(tile.height)"] }
        return tile.width == image.width ? ["\(tile.width),", "full"] : ["\(tile.width),"]
    }

    /// Returns the sizes that clients write for a whole level, the canonical size first.
    private func sizes(ofWhole level: PixelSize, in image: PixelSize, isLargest: Bool) -> [String] {
        let (width, both) = ("\(level.width),", "\(level.width),\(level.height)")
        guard version == .two else { return (isLargest ? ["max"] : []) + [both, width] }
        if level == image { return ["full", width, both, "max"] }
        let isFull = level.width == image.width
        return [width, both] + (isLargest ? ["max"] + (isFull ? ["full"] : []) : [])
    }

    /// Returns the tile of the next larger level that shows the same part of the image.
    ///
    /// No other level needs a check: if a still larger level has such a tile, the next larger level
    /// has one, too.
    private static func tileOfSameRegion(as tile: Tile) -> Tile? {
        let next = Tile.Address(
            level: tile.level.index + 1, column: tile.column * 2, row: tile.row * 2)
        guard let larger = tile.pyramid.tile(at: next), larger.imageCell == tile.imageCell else {
            return nil
        }
        return larger
    }
}
