public import ZigguratCore
public import ZigguratSystem

/// A ZIP archive of a whole bundle, page and viewer included, without compression.
public struct ZIPFormat: ContainerFormat {
    public let name = "zip"
    public let summary = "one archive of everything, stored as it is: to send, keep or unpack"
    /// Each file has two headers with its path.
    public let traits = ContainerTraits(holdsPages: true, bytesPerFile: 150)
    public var reader: (any ContainerReader)? { ZIPReader() }

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

/// Opens ZIP archives, SZI files among them.
struct ZIPReader: ContainerReader {
    /// A local header, or the end record of an empty archive.
    func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6])
    }

    func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer {
        let files = try ZIPFiles(path)
        return .files(files, faults: files.faults)
    }
}
