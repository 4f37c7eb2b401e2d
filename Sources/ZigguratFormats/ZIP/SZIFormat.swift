internal import FoundationEssentials
public import ZigguratCore
public import ZigguratSystem

/// Smart Zoom Images: a Deep Zoom image in one ZIP archive, as viewers of microscope slides open
/// it.
///
/// Source: SZI format description 1.2 (Smart In Media).
public struct SZIFormat: ContainerFormat {
    public let name = "szi"
    public let summary = "Smart Zoom Image, one file: viewers of slides, libvips"
    public let layouts: [String]? = ["dzi"]
    /// “No sparse images”, says the format's description.
    public let blanks: BlankRule? = .written
    public let thumbnail: String? = "associated_images/thumbnail.jpg"
    /// Two headers, each with the path.
    public let bytesPerFile = 150

    public init() {}

    /// What the format's description recommends: 256 pixels, no overlap.
    public func rules(of layout: any Layout) -> TilingRules {
        var rules = layout.rules
        rules.container = name
        rules.tileSize = 256
        rules.overlap = 0
        return rules
    }

    public func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).szi" }

    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        let properties = ScanProperties(
            imageSize: bundle.pyramid.imageSize, date: Date.now.formatted(.iso8601),
            software: Ziggurat.generator, micronsPerPixel: bundle.micronsPerPixel)
        return [try properties.file("scan-properties.xml")]
    }

    public func notes(on bundle: BundleDescription) -> [String] {
        guard bundle.micronsPerPixel == nil else { return [] }
        return [
            "how many microns a pixel shows is not known; it says 0, and lengths cannot be measured"
        ]
    }

    public func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try ZIPContainer(path, folder: bundle.pyramid.name)
    }
}

extension ContainerFormat where Self == SZIFormat {
    /// A Smart Zoom Image.
    public static var szi: SZIFormat { SZIFormat() }
}
