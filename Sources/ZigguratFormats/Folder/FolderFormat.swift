package import ZigguratCore
package import ZigguratSystem

/// Plain files in a folder named after the layout, for any web server.
package struct FolderFormat: ContainerFormat {
    package let name = "folder"
    package let summary = "plain files: any web server, object store or USB stick"
    package let traits = ContainerTraits(isFolder: true, holdsPages: true)

    package func path(of bundle: BundleDescription) -> String { bundle.layout }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try FolderContainer(path)
    }
}

extension FolderFormat: MapContainerFormat {
    package func path(ofMap name: String) -> String { name }

    package func open(
        _ map: MapDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try FolderContainer(path)
    }
}

extension ContainerFormat where Self == FolderFormat { package static var folder: Self { Self() } }
