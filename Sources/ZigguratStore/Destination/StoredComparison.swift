internal import FoundationEssentials
package import ZigguratCore
package import ZigguratSystem
package import ZigguratViewer

/// The record `comparison.json` of a page that compares exports of a destination.
package struct StoredComparison: Hashable, Sendable, Codable {
    package static let fileName = "comparison.json"

    /// The version of the format.
    private static let currentFormat = 1

    package struct Picture: Hashable, Sendable, Codable {
        /// The folder of the export, relative to the destination.
        package let export: String
        /// The bundle's folder or file, relative to the export.
        package let bundle: String
        package var label: String?
        let width: Int
        let height: Int
        /// The transform from this image's pixels to the first image's pixels; `nil` fits this
        /// image into the first image.
        package var transform: PointTransform?

        package init(
            export: String, bundle: String, label: String? = nil, width: Int, height: Int,
            transform: PointTransform? = nil
        ) {
            self.export = export
            self.bundle = bundle
            self.label = label
            self.width = width
            self.height = height
            self.transform = transform
        }

        package var size: PixelSize { PixelSize(width: width, height: height) }
    }

    package private(set) var format = currentFormat
    package private(set) var generator = Ziggurat.generator
    package let name: String
    package var title: String?
    package var description: String?
    package var mode: ComparisonPage.Mode
    /// The public address of the destination; `nil` if it is unknown.
    package var baseURL: String?
    /// The language of the page (BCP 47); `nil` means the visitor's language.
    package var language: String?
    package var pictures: [Picture]
    /// The checksum of the templates that the page was made from; `nil` for the built-in templates.
    package var templates: String?
    /// The XXH3 of the page and of each of its scripts, in hexadecimal digits, by path.
    package var hashes: [String: String] = [:]

    package init(name: String, mode: ComparisonPage.Mode, pictures: [Picture]) {
        (self.name, self.mode, self.pictures) = (name, mode, pictures)
    }

    /// Whether a folder contains the record of a comparison.
    package static func marks(_ folder: String) -> Bool {
        FileSystem.exists("\(folder)/\(fileName)")
    }

    private struct Mark: Decodable {
        let generator: String
    }

    /// Whether Ziggurat wrote the record of a folder, in any format version. Only such a folder may
    /// be replaced or removed.
    package static func isOurs(_ folder: String) -> Bool {
        guard let bytes = (try? FileSystem.contents(of: "\(folder)/\(fileName)")) ?? nil,
            let mark = try? JSONDecoder().decode(Mark.self, from: Data(bytes))
        else { return false }
        return Ziggurat.isGenerator(mark.generator)
    }

    /// Reads the record of a folder. Returns `nil` if the record is missing, damaged, of another
    /// version, or not written by Ziggurat.
    package static func read(from folder: String) throws(ZigguratError) -> StoredComparison? {
        guard let bytes = try FileSystem.contents(of: "\(folder)/\(fileName)"),
            let found = try? JSONDecoder().decode(StoredComparison.self, from: Data(bytes)),
            found.format == currentFormat, Ziggurat.isGenerator(found.generator),
            !found.pictures.isEmpty
        else { return nil }
        return found
    }

    /// Returns the gallery entry of the comparison, with the thumbnail of its first export.
    ///
    /// - Parameter manifests: the manifests of the compared exports, in order.
    func galleryEntry(_ manifests: [Manifest]) -> GalleryEntry? {
        guard let first = manifests.first else { return nil }
        let export = pictures[0].export
        let labels = zip(pictures, manifests).map { picture, manifest in
            picture.label ?? manifest.settings.caption.title ?? ReadableTitle.of(manifest.fileStem)
        }
        var entry = GalleryEntry(
            name: name, title: title ?? Self.title(from: labels, mode),
            imageCount: pictures.count,
            thumbnail: "\(export)/\(first.thumbnail)", page: "\(name)/\(GalleryRecord.page)")
        entry.show(first, in: export)
        entry.pageFolder = name
        entry.baseURL = BaseAddress.ofDestination(baseURL ?? first.settings.baseURL)
        entry.facts = description.map { [("", $0)] } ?? []
        return entry
    }

    /// The relative path from the folder of the comparison to the destination, with a trailing
    /// slash.
    package var root: String {
        String(repeating: "../", count: ExportName.parents(of: name).count + 1)
    }

    /// Whether another record describes an equal page. Ignores the program version, the templates
    /// and the hashes.
    package func isSame(as other: StoredComparison) -> Bool {
        var copy = other
        (copy.generator, copy.templates, copy.hashes) = (generator, templates, hashes)
        return self == copy
    }
}

extension StoredComparison {
    /// Returns the title of a comparison that has no title: the labels of its images.
    package static func title(from labels: [String], _ mode: ComparisonPage.Mode) -> String {
        guard mode == .layers, let first = labels.first, let last = labels.last else {
            return labels.joined(separator: " · ")
        }
        return "\(first) – \(last)"
    }
}
