public import ZigguratCore
public import ZigguratSystem

/// Plain files in a folder named after the layout, for any web server.
public struct FolderFormat: ContainerFormat {
    public let name = "folder"
    public let summary = "plain files: any web server, object store or USB stick"
    public let traits = ContainerTraits(isFolder: true, holdsPages: true)

    public init() {}

    public func path(of bundle: BundleDescription) -> String { bundle.layout }

    public func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try FolderContainer(path)
    }
}

extension ContainerFormat where Self == FolderFormat {
    /// Plain files in a folder.
    public static var folder: FolderFormat { FolderFormat() }
}
