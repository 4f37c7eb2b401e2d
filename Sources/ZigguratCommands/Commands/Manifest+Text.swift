internal import ZigguratKit

extension Manifest {
    /// A text such as `dzi, xyz`, or `dzi in zip`.
    var bundlesText: String {
        let isMixed = Set(bundles.map(container)).count > 1
        let layouts = bundles.map { isMixed ? title(of: $0) : $0.layout }.joined(separator: ", ")
        let text =
            isMixed || bundles.allSatisfy(\.isFolder)
            ? layouts : "\(layouts) in \(settings.container)"
        guard let sizes, !sizes.isEmpty else { return text }
        return text + ", widths \(sizes.map { "\($0.width)" }.joined(separator: ", "))"
    }

    /// A text such as `2,113 tiles, 8 blank tiles skipped, 41.2 MB`.
    var sizeText: String {
        let skipped = bundles.reduce(0) { $0 + ($1.absent?.count ?? 0) }
        return
            ([Amount.count(bundles.reduce(0) { $0 + $1.tiles }, of: "tile")]
            + (skipped > 0 ? ["\(Amount.count(skipped, of: "blank tile")) skipped"] : [])
            + [Amount.bytes(bundles.reduce(0) { $0 + $1.bytes })]).joined(separator: ", ")
    }
}

extension ExportResult {
    /// A text such as `2,113 tiles, 41.2 MB (20.6 MB on disk)`. The size on disk is omitted if both
    /// sizes are equal.
    var sizeText: String {
        let text = manifest.sizeText
        let (size, stored) = (manifest.bundles.reduce(0) { $0 + $1.bytes }, storedBytes)
        guard stored < size, Amount.bytes(stored) != Amount.bytes(size) else { return text }
        return "\(text) (\(Amount.bytes(stored)) on disk)"
    }

    /// A text such as `adds xyz; keeps dzi, iiif3;`. Without an update, the bundles: `dzi, xyz,`.
    var bundlesText: String { updateText.map { $0 + ";" } ?? manifest.bundlesText + "," }

    /// A text such as `adds xyz; keeps dzi, iiif3`; `nil` if the export kept and removed no bundle.
    var updateText: String? {
        guard let bundles, !(bundles.kept + bundles.removed).isEmpty else { return nil }
        return bundles.text
    }

    /// A text such as `, 12 of 3,400 files changed`; empty unless the export replaced an older
    /// export.
    var changesText: String {
        guard let changes else { return "" }
        return ", \(Amount.count(changes.changed)) of \(Amount.count(changes.files, of: "file")) "
            + "changed"
    }
}

extension ExportResult.BundleChanges {
    /// A text such as `adds xyz; keeps dzi, iiif3`.
    var text: String {
        let parts = [
            ("adds", added), ("replaces", replaced), ("keeps", kept), ("removes", removed),
        ]
        return parts.filter { !$0.1.isEmpty }
            .map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: "; ")
    }
}

extension Exporter.Collection {
    /// A text such as `public/dzc/collection.dzc: 12 images`.
    var text: String { "\(path): \(Amount.count(items, of: "image"))" }
}

extension Exporter {
    /// Writes the collections and the gallery of the destination, and prints notes about the
    /// collections and comparisons.
    func updateIndex(on console: Console) throws(ZigguratError) {
        for note in try updateCollections().notes + comparisonNotes() {
            console.note(note.message)
        }
        try writeGallery()
    }
}

extension Exporter.Book {
    /// A text such as `Output/album: book, 200 pages`.
    var text: String { "\(folder): book, \(Amount.count(pages, of: "page"))" }
}
