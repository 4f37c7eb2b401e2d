package import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem
internal import ZigguratViewer

extension BundleDocuments {
    /// Returns the page beside a bundle that is one file, and the files that the page loads, with
    /// paths relative to the export; empty if the bundle has no such page.
    ///
    /// - Parameters:
    ///   - path: the path of the file in the export.
    ///   - byteCount: the size of the file.
    ///   - placeholder: a small JPEG of the whole image, shown before the first tile.
    package func filesBeside(
        _ layout: any Layout, _ description: BundleDescription, path: String, byteCount: Int,
        placeholder: [UInt8]?
    ) throws(ZigguratError) -> [BundleFile] {
        guard settings.hasPagesBeside(container),
            let container = container as? any RangeReadableContainer
        else { return [] }
        let payload = settings.fixity.payload
        let file = "../\(Path.split(path).name)"
        var description = description
        description.folder = payload + container.pageFolder(of: description)
        var page = PageDescription(
            of: description, layout, settings: settings, placeholder: placeholder)
        page.archive = PageArchive(
            container.archiveKind, path: file, byteCount: byteCount,
            title: Manifest.title(layout.name, in: container.name))
        page.tileFolder = container.tileFolder(of: description)
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
    /// The path of the page, which is the first file of a page beside a bundle; `nil` without files.
    package var page: String? { first?.path }
}

extension Manifest {
    /// A bundle as the alternative of another one; `nil` if it is not the folder of an alternative
    /// layout.
    package func alternative(
        _ bundle: Bundle, _ layout: any Layout, at place: String
    ) throws(ZigguratError) -> BundleDocuments.Alternative? {
        guard bundle.isFolder, let layout = layout as? AlternativeLayout else { return nil }
        return BundleDocuments.Alternative(
            layout: layout,
            pyramid: try layout.storedPyramid(
                name: fileStem, imageSize: image.size, tiling: bundle.tiling,
                levels: settings(of: bundle).levels, at: place))
    }
}
