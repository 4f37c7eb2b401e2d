public import ZigguratCore
public import ZigguratSystem

/// The readers of all container formats.
package enum ContainerReaders {
    /// The reader of a file; `nil` if no format recognises it.
    package static func reader(of path: String) throws(ZigguratError) -> (any ContainerReader)? {
        let head = try RandomAccessFile(path).bytes(16, at: 0)
        return ContainerRegistry.all.compactMap(\.reader).first { $0.recognises(head) }
    }
}

extension ContainerFormat {
    /// The layouts of an export that names none.
    public var defaultLayouts: [any Layout] { traits.layouts ?? [.dzi] }

    /// The path of an example bundle, of an image called “photo” in the default layout, for lists
    /// and help texts.
    public func examplePath() throws(ZigguratError) -> String {
        guard let layout = defaultLayouts.first else { return "photo" }
        let pyramid = try layout.pyramid(
            name: "photo", imageSize: PixelSize(width: 1000, height: 800),
            rules: rules(of: layout))
        return "photo/" + path(of: BundleDescription(layout: layout.name, pyramid: pyramid))
    }
}
