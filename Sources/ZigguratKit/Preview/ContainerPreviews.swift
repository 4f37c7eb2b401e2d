internal import ZigguratCore
internal import ZigguratExport
public import ZigguratFormats
public import ZigguratServer
public import ZigguratSystem

/// Opens archives and tile databases for the preview: their files, and a page for the pyramid.
///
/// Opens files with the name extension of a container (`.zip`, `.szi`, `.pmtiles`, `.mbtiles`); their
/// first bytes decide the format.
struct ContainerPreviews: ContainerOpener {
    private let formats: Formats
    private let endings: [String]

    init(formats: Formats) {
        self.formats = formats
        endings = formats.containers.filter { !$0.isFolder }.compactMap { format in
            (try? format.examplePath()).map {
                String($0.reversed().prefix { $0 != "." }.reversed())
            }
        }
    }

    func mayOpen(_ name: String) -> Bool {
        let lowered = name.lowercased()
        return endings.contains { lowered.hasSuffix(".\($0)") }
    }

    func open(
        _ path: String, named name: String
    ) throws(ZigguratError) -> any BundleFiles {
        switch try ContainerContents(of: path, formats) {
        case .pyramid(let source):
            let page = try PreviewPage(
                of: source.pyramid, without: source.absent, naming: TileFiles.naming, in: name)
            let small = try page.smallTile.flatMap { tile throws(ZigguratError) in
                try source.bytes(of: tile)
            }
            return PagedFiles(TileFiles(source), pages: try page.files(small: small))
        case .files(let files, let packed):
            guard let packed, try Self.hasNoPage(files) else { return files }
            // Without a page, the files can still be opened one by one.
            guard
                let page = try? PreviewPage(
                    of: packed.pyramid, without: packed.absent, naming: packed.naming,
                    folder: packed.folder, in: name)
            else { return files }
            let small = page.smallTile.flatMap { try? files.contents(of: page.path(of: $0)) }
            guard let pages = try? page.files(small: small) else { return files }
            return PagedFiles(files, pages: pages)
        }
    }

    /// Whether an archive has no page, neither at its top nor in the only folder there.
    private static func hasNoPage(_ files: any BundleFiles) throws(ZigguratError) -> Bool {
        let names = try files.names(in: "")
        let top = names.count == 1 ? names[0] : ""
        return !files.hasFile("index.html") && !files.hasFile("\(top)index.html")
    }
}

extension PreviewServer {
    /// Serves a folder; archives and databases in it like folders, under their path and a slash.
    ///
    /// - Parameters:
    ///   - host: a name or an address of this machine; `0.0.0.0` or `::` for all its addresses.
    ///   - port: 0 takes a free port.
    ///   - log: called on a thread of the server with each answered request.
    /// - Throws: ``ZigguratError`` with a ``ServerFailure``.
    public convenience init(
        of folder: String, host: String = "127.0.0.1", port: Int = 8000,
        formats: Formats = .standard, log: @escaping @Sendable (Entry) -> Void = { _ in }
    ) throws(ZigguratError) {
        try self.init(
            of: folder, host: host, port: port, containers: ContainerPreviews(formats: formats),
            log: log)
    }
}
