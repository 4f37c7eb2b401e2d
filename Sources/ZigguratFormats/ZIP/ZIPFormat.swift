public import ZigguratCore
public import ZigguratSystem

/// A ZIP archive of a whole bundle, page and viewer included, in which nothing is compressed: to
/// send it, to keep it, or to serve from it.
public struct ZIPFormat: ContainerFormat {
    public let name = "zip"
    public let summary = "one archive of everything, stored as it is: to send, keep or unpack"
    public let holdsPages = true
    /// Two headers, each with the path.
    public let bytesPerFile = 150

    public init() {}

    public func path(of bundle: BundleDescription) -> String { folder(of: bundle) + ".zip" }

    public func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try ZIPContainer(path, folder: folder(of: bundle))
    }

    private func folder(of bundle: BundleDescription) -> String {
        "\(bundle.pyramid.name)-\(bundle.layout)"
    }
}

extension ContainerFormat where Self == ZIPFormat {
    /// A ZIP archive.
    public static var zip: ZIPFormat { ZIPFormat() }
}
