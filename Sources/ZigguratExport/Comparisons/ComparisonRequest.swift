package import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem
package import ZigguratViewer

/// A request for a page that compares exports of a destination.
package struct ComparisonRequest: Sendable {
    /// The largest number of images in a comparison, and of images in mode `layers`.
    static let mostImages = 4
    static let mostLayers = 100

    /// The folders of exports, or the folders or files of bundles. All other images are placed on
    /// the first image.
    package var images: [String]
    /// The labels of the images, in order. Images without a label show their titles.
    package var labels: [String] = []
    package var mode = ComparisonPage.Mode.curtain
    /// The name of the comparison, which is its folder in the destination; `nil` joins the names of
    /// the exports.
    package var name: String?
    package var title: String?
    package var description: String?
    /// The public address of the destination; `nil` uses the address of the first export.
    package var baseURL: String?
    /// The path of a file with pairs of points, each of which shows one place in two images.
    package var registration: String?
    /// The language of the page (BCP 47); `nil` means the visitor's language.
    package var language: String?

    package init(of images: [String]) { self.images = images }

    /// Returns the record of the comparison, and the registrations of its images.
    ///
    /// - Parameter states: receives the states of the exports.
    /// - Throws: ``ComparisonError`` or ``RegistrationError``.
    func resolved(
        in destination: Destination, _ formats: Formats, _ states: inout EntryStates
    ) throws(ZigguratError) -> (comparison: StoredComparison, registrations: [Registration]) {
        try checkCounts()
        var exports: [ComparedExport] = []
        for image in images {
            exports.append(try ComparedExport(image, in: destination, formats, &states))
        }
        if mode == .layers { try checkSizes(of: exports) }
        var pictures = exports.enumerated().map { index, export in
            let size = export.manifest.image.size
            return StoredComparison.Picture(
                export: export.name, bundle: export.bundle.path,
                label: labels.indices.contains(index) ? labels[index] : nil,
                width: size.width, height: size.height)
        }
        let registrations = try registrations(of: pictures)
        for found in registrations { pictures[found.number - 1].transform = found.transform }
        let name = name ?? Self.name(of: exports.map(\.name), mode)
        try ExportName.check(name, source: images.first ?? "")
        var comparison = StoredComparison(name: name, mode: mode, pictures: pictures)
        (comparison.title, comparison.description) = (title, description)
        (comparison.baseURL, comparison.language) = (baseURL, language)
        return (comparison, registrations)
    }

    private func checkCounts() throws(ZigguratError) {
        let limit = mode == .layers ? Self.mostLayers : Self.mostImages
        guard images.count >= 2 else {
            throw ZigguratError(ComparisonError.tooFew(images.count, minimum: 2))
        }
        guard images.count <= limit else {
            throw ZigguratError(ComparisonError.tooMany(images.count, limit: limit))
        }
        guard labels.count <= images.count else {
            throw ZigguratError(
                ComparisonError.tooManyLabels(labels.count, images: images.count))
        }
        if mode == .layers, let registration {
            throw ZigguratError(ComparisonError.registeredLayers, registration)
        }
    }

    /// Checks that all layers have equal sizes, because their pixels must be aligned.
    private func checkSizes(of exports: [ComparedExport]) throws(ZigguratError) {
        guard let first = exports.first?.manifest.image.size else { return }
        for (export, path) in zip(exports, images) where export.manifest.image.size != first {
            throw ZigguratError(
                ComparisonError.otherSize(export.manifest.image.size, first: first), path)
        }
    }

    private func registrations(
        of pictures: [StoredComparison.Picture]
    ) throws(ZigguratError) -> [Registration] {
        guard let registration else { return [] }
        let named = pictures.map { picture -> Registration.Picture in
            let names = [picture.label, picture.export, Path.name(of: picture.export)]
            return (names.compactMap(\.self), picture.size)
        }
        let pairs = try PointPair.read(registration)
        return try Result { () throws(ZigguratError) in
            try Registration.all(from: pairs, of: named)
        }.mapError { $0.about(registration) }.get()
    }

    /// Returns `photo-xray` for `photo` and `xray`, or `photo-layers` for layers of `photo`.
    private static func name(of exports: [String], _ mode: ComparisonPage.Mode) -> String {
        let names = exports.map(Path.name(of:))
        return mode == .layers ? "\(names[0])-layers" : names.joined(separator: "-")
    }
}

/// An export to compare, and the bundle that the page shows.
struct ComparedExport {
    /// The folder of the export, relative to the destination.
    package let name: String
    package let manifest: Manifest
    package let bundle: Manifest.Bundle

    /// - Parameters:
    ///   - path: the folder of an export, or the folder or file of a bundle.
    ///   - destination: the destination, which must contain the export.
    ///   - states: receives the state of the export.
    /// - Throws: ``ComparisonError`` if the path is not an export of the destination.
    init(
        _ path: String, in destination: Destination, _ formats: Formats,
        _ states: inout EntryStates
    ) throws(ZigguratError) {
        let path = Path.normalized(path)
        let contents: RecognizedPath
        do throws(ZigguratError) {
            contents = try states.open(path, formats)
        } catch {
            guard error.reason as? PyramidError == .notFound else { throw error }
            throw ZigguratError(ComparisonError.notAnExport, path)
        }
        guard case .export(let export) = contents, let manifest = export.manifest,
            let bundle = Self.bundle(of: export, formats)
        else { throw ZigguratError(ComparisonError.notAnExport, path) }
        guard let root = FileSystem.resolved(destination.path),
            let folder = FileSystem.resolved(export.folder),
            folder.hasPrefix(root == "/" ? root : "\(root)/"), folder != root
        else {
            throw ZigguratError(ComparisonError.outsideDestination(destination.path), path)
        }
        name = String(folder.dropFirst(root == "/" ? 1 : root.count + 1))
        (self.manifest, self.bundle) = (manifest, bundle)
    }

    /// Returns the selected bundle. Without a selection, returns the first bundle that a page can
    /// read.
    private static func bundle(of export: StoredExport, _ formats: Formats) -> Manifest.Bundle? {
        guard export.bundlePath == nil, let manifest = export.manifest else {
            return export.bundles.first
        }
        return export.bundles.first { bundle in
            bundle.isFolder
                || formats.container(named: manifest.settings(of: bundle).container)?
                    .abilities.ranges != nil
        } ?? export.bundles.first
    }
}

/// Why exports cannot be compared.
package enum ComparisonError: ErrorReason {
    case tooFew(Int, minimum: Int)
    case tooMany(Int, limit: Int)
    /// The comparison has more labels than images.
    case tooManyLabels(Int, images: Int)
    /// The path is neither an export nor a bundle of an export.
    case notAnExport
    /// The export is not in the destination, so it would not be published with the comparison.
    case outsideDestination(String)
    /// The destination is the folder of a book, which contains only pages of the book.
    case inBook
    /// A page cannot read the container of a bundle.
    case unreadableContainer(String)
    /// The sizes of a layer and of the first layer differ.
    case otherSize(PixelSize, first: PixelSize)
    /// Layers have aligned pixels, so a registration is not allowed.
    case registeredLayers
    /// The name belongs to a comparison of other images or with other settings.
    case alreadyExists
    /// The name belongs to a file or folder that is not a comparison.
    case notAComparison

    package var code: ZigguratError.Code {
        switch self {
        case .tooFew, .tooMany, .tooManyLabels, .registeredLayers, .outsideDestination, .inBook,
            .unreadableContainer, .otherSize:
            .invalidOptions
        case .notAnExport: .unreadableSource
        case .alreadyExists, .notAComparison: .unwritable
        }
    }
}

extension ComparisonError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooFew(let count, let minimum):
            "cannot compare \(Amount.count(count, of: "image")): at least \(minimum) are needed"
        case .tooMany(let count, let limit): "cannot compare \(count) images (limit \(limit))"
        case .tooManyLabels(let count, let images):
            "too many labels: \(count) for \(Amount.count(images, of: "image"))"
        case .notAnExport: "not found: no such export"
        case .outsideDestination(let destination):
            "unsupported: the export is outside of \(destination)"
        case .inBook: "unsupported: a comparison in the folder of a book"
        case .unreadableContainer(let name): "unsupported: a page cannot read tiles from \(name)"
        case .otherSize(let size, let first):
            "the layer has \(size.text) pixels, the first one has \(first.text)"
        case .registeredLayers: "unsupported: a registration of layers"
        case .alreadyExists: "already exists: another comparison has this name"
        case .notAComparison: "already exists and is not a comparison"
        }
    }
}
