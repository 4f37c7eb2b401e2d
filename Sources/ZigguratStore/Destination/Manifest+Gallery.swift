internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem
package import ZigguratViewer

extension Caption {
    /// The texts that visitors can search for in a gallery, with the labels that group images.
    /// Values without a label can be searched, but do not group images.
    var facts: [(label: String, value: String)] {
        let collection = partOf.flatMap { $0.contains("://") ? nil : $0 }
        let labelled = [("Creator", creator), ("Date", date), ("Collection", collection)]
        let others = [description, attribution, rights].map { ("", $0) }
        return labelled.compactMap { label, value in value.map { (label, $0) } }
            + fields.map { ($0.label, $0.value) }
            + others.compactMap { label, value in value.map { (label, $0) } }
    }
}

extension GalleryEntry {
    /// Takes the facts, the creator and the date from a caption.
    mutating func show(_ caption: Caption) {
        facts = caption.facts
        (creator, date) = (caption.creator ?? caption.attribution, caption.date)
    }
}

extension Manifest {
    /// The gallery entry of the export; `nil` if the export has no page and no container file.
    package var galleryEntry: GalleryEntry? {
        let links = bundles.flatMap { bundle -> [GalleryEntry.Link] in
            var links: [GalleryEntry.Link] = []
            let title = self.title(of: bundle)
            if let page = bundle.page {
                links.append((title: title, path: "\(name)/\(page)", isPage: true))
            }
            if !bundle.isFolder {
                let file = Path.split(bundle.path).name
                links.append(
                    (
                        title: links.isEmpty ? title : file, path: "\(name)/\(bundle.path)",
                        isPage: false
                    ))
            }
            return links
        }
        guard !links.isEmpty else { return nil }
        var entry = GalleryEntry(
            name: name, title: settings.caption.title ?? ReadableTitle.of(name), size: image.size,
            thumbnail: "\(name)/\(thumbnail)", links: links)
        entry.show(self, in: name)
        let pages = bundles.filter { $0.page != nil }
        entry.pageFolder = (pages.first(where: \.isFolder) ?? pages.first)?.page.map {
            Path.split("\(name)/\($0)").folder
        }
        entry.baseURL = BaseAddress.ofDestination(settings.baseURL)
        entry.show(settings.caption)
        entry.titles = settings.caption.translations.compactMapValues(\.title)
        entry.language = settings.caption.language
        return entry
    }
}

extension Manifest.Bundle {
    /// The folder of the page beside a bundle that is one file, relative to the export.
    ///
    /// `nil` if the bundle is a folder or has no page.
    package var pageFolder: String? {
        isFolder ? nil : page.map { Path.split($0).folder }
    }
}
