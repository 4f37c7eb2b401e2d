public import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
public import ZigguratServer
public import ZigguratSystem

/// Shows what is inside archives and tile databases: their files, and a page for the pyramid.
///
///     let server = try PreviewServer(of: "public", port: 0, containers: .previews)
///
/// Files that end as those that exports write into do (`.zip`, `.szi`, `.pmtiles`, `.mbtiles`) are
/// looked into; what they are, their first bytes tell.
public struct ContainerPreviews: ContainerOpener {
    private let endings: [String]

    public init() {
        endings = ContainerRegistry.all.filter { !$0.isFolder }.compactMap { format in
            (try? format.examplePath()).map {
                String($0.reversed().prefix { $0 != "." }.reversed())
            }
        }
    }

    public func mayOpen(_ name: String) -> Bool {
        let lowered = name.lowercased()
        return endings.contains { lowered.hasSuffix(".\($0)") }
    }

    public func open(
        _ path: String, named name: String
    ) throws(ZigguratError) -> any BundleFiles {
        switch try ContainerContents(of: path) {
        case .pyramid(let source):
            let page = PreviewPage(
                of: source.pyramid, without: source.absent, naming: TileFiles.naming, in: name)
            let placeholder = try page.smallTile.flatMap { tile throws(ZigguratError) in
                try source.bytes(of: tile)
            }
            return try TileFiles(source, pages: page.files(placeholder: placeholder))
        case .files(let files, let packed):
            guard let packed, try Self.hasNoPage(files) else { return files }
            let page = PreviewPage(
                of: packed.pyramid, without: packed.absent, naming: packed.naming,
                folder: packed.folder, in: name)
            // What the page cannot show can still be looked at file by file.
            let placeholder = page.smallTile.flatMap { try? files.contents(of: page.path(of: $0)) }
            guard let pages = try? page.files(placeholder: placeholder) else { return files }
            return PagedFiles(files, pages: pages)
        }
    }

    /// Whether an archive has no page of its own: at its top, or in the one folder there.
    private static func hasNoPage(_ files: any BundleFiles) throws(ZigguratError) -> Bool {
        let names = try files.names(in: "")
        let top = names.count == 1 ? names[0] : ""
        return !files.hasFile("index.html") && !files.hasFile("\(top)index.html")
    }
}

extension ContainerOpener where Self == ContainerPreviews {
    /// Every kind of container that exports are written into.
    public static var previews: ContainerPreviews { ContainerPreviews() }
}
