// IIIF, the International Image Interoperability Framework: plain files at the addresses of an image
// service of compliance level 0, with its documents.
//
// Image API 2.1.1 and 3.0 (https://iiif.io/api/image/3.0/): sections 4 (parameters), 4.7 (canonical
// URI) and 5 (image information). Presentation API 3.0 (https://iiif.io/api/presentation/3.0/):
// sections 3 (properties) and 5 (manifest, collection).

package import ZigguratCore
package import ZigguratSystem

/// A IIIF image service of compliance level 0, with a Presentation 3 manifest.
///
/// A level 0 service must answer the region `full` at its largest size. An image within
/// ``WholeImage/maximumSide`` is this answer itself. For a larger image, `info.json` limits whole
/// images by `maxWidth` and `maxHeight` to the largest level that fits; `max` is this level. No
/// tile is larger than this limit.
package struct IIIFLayout: DescriptorWriting, AdvisingLayout, AliasedLayout, WholeImageLayout,
    ReadableLayout, BookDescribing
{
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

    private var addresses: IIIFAddresses { IIIFAddresses(version: version) }

    package init(_ version: Version) {
        self.version = version
        name = version == .two ? "iiif" : "iiif3"
        naming = IIIFAddresses(version: version)
    }

    package func paths(of tile: Tile) -> [String] { addresses.files(of: tile) }

    package func makeWholeImages(of pyramid: Pyramid) -> [WholeImage] {
        addresses.wholeImages(of: pyramid)
    }

    package func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
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

    package var presentationManifest: String? { IIIFManifest.path }

    package var bookDocument: String { IIIFManifest.path }

    package func makeBookDocument(
        of book: BookDescription
    ) throws(ZigguratError) -> BundleFile {
        try .json(bookDocument, IIIFBook(book: book, version: version).json)
    }

    package func makeNotes(on bundle: BundleDescription) -> [FormatNote] {
        bundle.baseURL == nil ? [.localAddresses] : []
    }

    /// Finds the tiles beside an `info.json` of this version.
    package func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        try files.pyramids(describedBy: IIIFInfo.path) { bytes, place throws(ZigguratError) in
            guard let info = try IIIFInfo(bytes, version, place) else { return nil }
            return FoundPyramid(
                info.pyramid, naming: naming, descriptors: [IIIFInfo.path],
                faults: info.faults.map { ZigguratError($0, place) })
        }
    }

    /// Returns addresses of a tile that other programs may use for their files.
    package func otherPaths(of tile: Tile) -> [String] {
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
