internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// Finds documents and tiles by their paths in the export of the image.
extension OnDemandImage {
    /// A document, or a tile with the index of its bundle.
    enum Found: Sendable {
        case document([UInt8])
        case tile(Tile, bundle: Int)
    }

    /// Finds the document or the tile at a path.
    ///
    /// - Parameter path: relative to the export.
    /// - Returns: `nil` if the export has neither.
    func found(at path: String) throws(ZigguratError) -> Found? {
        guard let number = plan.bundles.firstIndex(where: { path.hasPrefix($0.path + "/") }) else {
            return nil
        }
        let bundle = plan.bundles[number]
        let inner = String(path.dropFirst(bundle.path.count + 1))
        if let tile = bundle.layout.tile(at: inner, in: bundle.pyramid) {
            return .tile(tile, bundle: number)
        }
        let files = try documents.files(of: number) { () throws(ZigguratError) in
            let documents = BundleDocuments(
                name: plan.name, settings: plan.settings, layouts: plan.bundles.map(\.layout),
                container: exporter.options.container, original: nil, previews: nil,
                pageWriter: PageWriter(exporter.templates), tour: TourContent(),
                formats: exporter.options.formats)
            return try documents.files(
                of: bundle.layout, bundle.description, path: bundle.path, placeholder: nil,
                version: "")
        }
        return files[inner].map { .document($0) }
    }

    /// Returns the name of the folder that stores tiles.
    ///
    /// The name changes with the source file, the program version, and all options that change the
    /// bytes or the paths of tiles. Paths can contain level numbers.
    static func tileFolder(
        _ sourceKey: String, _ pyramid: Pyramid, _ settings: ExportSettings, keepsAlpha: Bool
    ) -> String {
        let background = settings.background.map { "\($0)" } ?? ""
        let page = settings.source.page ?? 1
        let text =
            "\(Ziggurat.generator) \(page) \(pyramid.tiling) \(keepsAlpha) \(background)"
            + " \(settings.levels)"
        return "\(sourceKey)-tiles-\(String(XXH3.hash(text), radix: 36))"
    }

    /// Returns the name of the folder that stores parts of levels.
    ///
    /// The name changes with the source file, the program version, and the options that change
    /// pixels.
    static func levelFolder(_ sourceKey: String, _ plan: ExportPlan) -> String {
        let background = plan.settings.background.map { "\($0)" } ?? ""
        let bits = plan.bundles[0].pyramid.tiling.encoding.bits
        let page = plan.settings.source.page ?? 1
        let text = "\(Ziggurat.generator) \(page) \(bits) \(plan.keepsAlpha) \(background)"
        return "\(sourceKey)-levels-\(String(XXH3.hash(text), radix: 36))"
    }
}

/// The documents of the bundles of an image. Each bundle's documents are made once.
final class DocumentCache: Sendable {
    private let known = Mutex<[Int: [String: [UInt8]]]>([:])

    func files(
        of bundle: Int, make: () throws(ZigguratError) -> [BundleFile]
    ) throws(ZigguratError) -> [String: [UInt8]] {
        try known.withLock { known throws(ZigguratError) in
            if let files = known[bundle] { return files }
            var files: [String: [UInt8]] = [:]
            for file in try make() { files[file.path] = file.bytes }
            known[bundle] = files
            return files
        }
    }
}
