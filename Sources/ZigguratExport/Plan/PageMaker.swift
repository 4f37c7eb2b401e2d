public import ZigguratCore
public import ZigguratImaging

/// Writes the pages of a bundle and of a destination; the viewer module does, and anybody else may.
public protocol PageMaker: Sendable {
    /// The page of a bundle and everything that it loads.
    func pages(for bundle: BundlePage) throws(ZigguratError) -> [BundleFile]
    /// The page that lists the exports of a destination and everything that it loads.
    func gallery(of exports: [Manifest]) throws(ZigguratError) -> [BundleFile]
    /// Roughly what the page of a bundle and everything that it loads take, for plans.
    var bundleByteCount: Int { get }
}

extension PageMaker {
    public var bundleByteCount: Int { 0 }
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
    /// The bundle's folder relative to the destination; `nil` where it lies inside an archive.
    public let place: String?
    public let annotations: [Annotation]
    public let links: [PageLink]
}
