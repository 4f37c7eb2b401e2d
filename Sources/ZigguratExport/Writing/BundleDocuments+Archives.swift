package import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem
internal import ZigguratViewer

extension BundleDocuments {
    /// Returns the page beside a bundle that is one file, followed by the files that the page
    /// loads. Paths are relative to the export.
    ///
    /// Returns an empty list if the bundle has no such page.
    ///
    /// - Parameters:
    ///   - path: the path of the file in the export.
    ///   - byteCount: the size of the file.
    ///   - placeholder: a small JPEG of the whole image, which the page shows until the first tile
    ///     arrives.
    package func filesBeside(
        _ layout: any Layout, _ description: BundleDescription, path: String, byteCount: Int,
        placeholder: [UInt8]?
    ) throws(ZigguratError) -> [BundleFile] {
        guard settings.hasPagesBeside(container),
            let pages = container.abilities.ranges
        else { return [] }
        let payload = settings.fixity.payload
        let file = "../\(Path.split(path).name)"
        var description = description
        description.folder = payload + pages.pageFolder(of: description)
        var page = PageDescription(
            of: description, layout, settings: settings, placeholder: placeholder)
        // The shared scripts of a destination do not read archives.
        if page.assets == .destination { page.assets = .bundle }
        page.archive = PageArchive(
            pages.archiveKind, path: file, byteCount: byteCount,
            title: Manifest.title(layout.name, in: container.name))
        page.tileFolder = pages.tileFolder(of: description)
        page.thumbnail = "../thumbnail.jpg"
        page.card = previews?.linkPreview.map { PageCard($0, in: "../") }
        page.place = "\(name)/\(description.folder)"
        page.canvas = canvas(of: description)
        page.canonicalFolder = layouts.first.map { payload + $0.name }
        page.links =
            PageLink.links(from: nil, to: layouts, original: original, havePages: true)
            + [PageLink(to: .container(Path.split(path).name), path: file)]
        return try (pageWriter.files(for: page) + tour.files(of: settings.tour)).map {
            BundleFile(path: "\(description.folder)/\($0.path)", bytes: $0.bytes)
        }
    }
}

extension [BundleFile] {
    /// The path of the page: the first file is the page. `nil` if the list is empty.
    package var page: String? { first?.path }
}

extension Manifest {
    /// Returns a bundle as an alternative to the bundle that has its tiles in another format.
    ///
    /// Returns `nil` unless the bundle is a folder with an ``AlternativeLayout``.
    package func alternative(
        _ bundle: Bundle, _ layout: any Layout, at place: String
    ) throws(ZigguratError) -> BundleDocuments.Alternative? {
        guard bundle.isFolder, let layout = layout.abilities.alternative else { return nil }
        return BundleDocuments.Alternative(
            layout: layout,
            pyramid: try layout.storedPyramid(
                name: fileStem, imageSize: image.size, tiling: bundle.tiling,
                levels: settings(of: bundle).levels, at: place))
    }
}
