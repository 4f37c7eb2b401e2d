public import ZigguratCore
internal import ZigguratFormats
public import ZigguratImaging
public import ZigguratSystem

/// Writes the pages of a bundle and of a destination; the viewer module does, and anybody else may.
public protocol PageMaker: Sendable {
    /// The page of a bundle and everything that it loads.
    func pages(for bundle: BundlePage) throws(ZigguratError) -> [BundleFile]
    /// The page that lists the exports of a destination and everything that it loads.
    func gallery(of exports: [Manifest]) throws(ZigguratError) -> [BundleFile]
    /// Roughly what the page of a bundle and everything that it loads take, for plans.
    func byteCount(of viewer: ViewerKind, _ assets: PageAssets) -> Int
    /// What the pages of a destination share, relative to it.
    func sharedFiles(of viewer: ViewerKind) -> [BundleFile]
    /// Throws where a viewer cannot show a pyramid.
    func check(
        _ viewer: ViewerKind, shows pyramid: Pyramid, in layout: any Layout
    ) throws(ZigguratError)
}

extension PageMaker {
    public func byteCount(of viewer: ViewerKind, _ assets: PageAssets) -> Int { 0 }
    public func sharedFiles(of viewer: ViewerKind) -> [BundleFile] { [] }
    public func check(
        _ viewer: ViewerKind, shows pyramid: Pyramid, in layout: any Layout
    ) throws(ZigguratError) {}
}

/// What a bundle's page has to know.
public struct BundlePage: Sendable {
    public let layout: any Layout
    public let description: BundleDescription
    /// A small JPEG of the whole picture, to be shown before the first tile.
    public let placeholder: [UInt8]
    /// A small picture of the whole in the bundle, relative to it.
    public let thumbnail: String
    public let background: RGBColor
    public let alpha: AlphaRule
    public let viewer: ViewerKind
    public let assets: PageAssets
    /// The bundle's folder relative to the destination; `nil` where it lies inside an archive.
    public let place: String?
    public let annotations: [Annotation]
    public let links: [PageLink]
}

extension BundlePage {
    /// The way from the page to the destination: `../../`.
    public var wayToDestination: String {
        String(repeating: "../", count: description.folder.split(separator: "/").count + 1)
    }
}
