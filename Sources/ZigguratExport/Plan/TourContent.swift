package import ZigguratCore
package import ZigguratStore
package import ZigguratSystem
internal import ZigguratViewer

/// The images and sounds of a tour: new files, and files of an existing export.
package struct TourContent: Sendable {
    private let given: [String: [UInt8]]
    /// The folders of the export's pages.
    private let folders: [String]

    /// - Parameters:
    ///   - given: new files by name.
    ///   - export: the folder of an export.
    ///   - manifest: the manifest of the export; `nil` if the export does not exist.
    package init(
        _ given: [String: [UInt8]] = [:], storedIn export: String = "", _ manifest: Manifest? = nil
    ) {
        self.given = given
        folders = (manifest?.bundles ?? []).compactMap { bundle in
            bundle.page.map { "\(export)/\(Path.split($0).folder)" }
        }
    }

    /// Returns the files of a tour, with paths relative to the page.
    package func files(of tour: Tour?) throws(ZigguratError) -> [BundleFile] {
        try (tour?.mediaNames ?? []).map { name throws(ZigguratError) in
            BundleFile(path: Tour.mediaFolder + name, bytes: try bytes(of: name))
        }
    }

    /// Whether all files of a tour exist.
    package func hasMedia(of tour: Tour?) -> Bool {
        (tour?.mediaNames ?? []).allSatisfy { name in
            given[name] != nil || places(of: name).contains(where: FileSystem.exists)
        }
    }

    private func bytes(of name: String) throws(ZigguratError) -> [UInt8] {
        if let bytes = given[name] { return bytes }
        for place in places(of: name) {
            if let bytes = try FileSystem.contents(of: place) { return bytes }
        }
        throw ZigguratError(TourError.mediaMissing, name)
    }

    /// Returns the possible paths of a file of the tour; empty if the file name is invalid.
    private func places(of name: String) -> [String] {
        name.contains("/") ? [] : folders.map { "\($0)/\(Tour.mediaFolder)\(name)" }
    }
}

extension Exporter.Options {
    /// Replaces the tour for all images by the tour of a metadata record.
    ///
    /// - Throws: ``TourError`` if the tour cannot be read, or if the export has no page.
    mutating func takeTour(of record: ImageRecord?) throws(ZigguratError) {
        if let place = record?.tourPlace {
            let file = place.isEmpty ? nil : try TourFile(place)
            (settings.tour, tourMedia) = (file?.tour, file?.media ?? [:])
        }
        guard settings.tour != nil else { return }
        guard settings.hasPages(in: container) || settings.hasPagesBeside(container) else {
            throw ZigguratError(TourError.noPage)
        }
    }
}
