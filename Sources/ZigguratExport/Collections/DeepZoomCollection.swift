internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
public import ZigguratSystem

/// `dzc/collection.dzc`: a Deep Zoom collection of all exports that have a Deep Zoom image, with a
/// mosaic of their thumbnails for each level.
///
/// It is a folder, so that it can be exchanged in one step. `items.json` in it says what each
/// picture's export was when its thumbnails were taken: tiles of the mosaic on which nothing has
/// changed are kept.
public struct DeepZoomCollection: WrittenCollection {
    public let name = "dzc"
    public let summary = "Deep Zoom collection: all pictures and a mosaic of thumbnails"
    public let layouts = ["dzi"]
    public let isOnRequest = true
    public let entry = "dzc"
    public let document = "dzc/collection.dzc"

    private static let documentName = "collection.dzc"
    private static let recordName = "items.json"

    public init() {}

    /// What a collection was made from.
    private struct Record: Hashable, Codable {
        static let currentFormat = 1

        struct Item: Hashable, Codable {
            let source: String
            let size: PixelSize
            /// The SHA-256 of the export's manifest.
            let manifest: String
        }

        let format: Int
        let generator: String
        let items: [Item]
    }

    /// Its items refer to descriptors in folders.
    public func check(_ options: ExportOptions) throws(ZigguratError) {
        guard options.container.isFolder else {
            throw ZigguratError(
                ContainerFailure.unsupportedLayout(
                    name, container: options.container.name, supported: ["folder"]))
        }
        let layout = options.layouts.first { $0.name == layouts[0] }
        let forms = (layout as? DeepZoomLayout)?.forms ?? []
        guard forms.contains(.xml) else {
            let value = forms.map(\.rawValue).joined(separator: ",")
            throw ZigguratError(LayoutFailure.invalidSetting("dzi-forms", value: value), name)
        }
    }

    func items(of shelf: [Manifest], in destination: Destination) -> [CollectionItem] {
        shelf.compactMap { manifest in
            guard
                let bundle = manifest.bundles.first(where: {
                    $0.layout == layouts[0] && $0.isFolder
                })
            else { return nil }
            let item = CollectionItem(manifest: manifest, bundle: bundle)
            return FileSystem.exists(destination.folder(of: Self.descriptor(of: item)))
                ? item : nil
        }
    }

    func isOurs(in destination: Destination) -> Bool { record(in: destination) != nil }

    func write(
        _ items: [CollectionItem], in destination: Destination, looksClosely: Bool
    ) throws(ZigguratError) -> [DamagedItem] {
        var items = items
        var damaged: [DamagedItem] = []
        while !items.isEmpty {
            let found = try attempt(items, in: destination, looksClosely: looksClosely)
            guard !found.isEmpty else { return damaged }
            // Without them the others have other places.
            damaged += found
            items.removeAll { item in found.contains { $0.item == item } }
        }
        try FileSystem.remove(destination.folder(of: entry))
        return damaged
    }

    /// Writes it with all of the pictures, or nothing where some of them cannot be in it.
    ///
    /// - Returns: those that cannot.
    private func attempt(
        _ items: [CollectionItem], in destination: Destination, looksClosely: Bool
    ) throws(ZigguratError) -> [DamagedItem] {
        let new = record(of: items, in: destination)
        let old = record(in: destination)
        let place = destination.folder(of: entry)
        let descriptor = try document(of: items).file(Self.documentName)
        let current = try FileSystem.contents(of: "\(place)/\(Self.documentName)")
        let isSame = new == old && current == descriptor.bytes
        let broken = CollectionMosaic.broken(
            in: "\(place)/", count: old?.items.count ?? 0, looksClosely: looksClosely)
        guard !isSame || !broken.isEmpty else { return [] }
        return try destination.withDraftInLock { draft throws(ZigguratError) in
            let folder = try FolderContainer(draft)
            var mosaic = CollectionMosaic(
                into: folder, items: new.items.map { [$0.source, $0.manifest] })
            if let old, old.format == new.format {
                mosaic.reuse(
                    "\(place)/", items: old.items.map { [$0.source, $0.manifest] }, broken: broken)
            }
            var damaged: [DamagedItem] = []
            for (number, item) in items.enumerated() where mosaic.needs(number) {
                let thumbnails: CollectionThumbnails
                do throws(ZigguratError) {
                    thumbnails = try CollectionThumbnails(of: item, in: destination)
                } catch {
                    damaged.append(DamagedItem(item: item, reason: error))
                    continue
                }
                // After the first that is missing the others are only looked at.
                if damaged.isEmpty { try mosaic.add(number, thumbnails) }
            }
            guard damaged.isEmpty else { return damaged }
            try mosaic.finish()
            try folder.write(descriptor)
            try folder.write(try .json(Self.recordName, new))
            _ = try folder.finish()
            try destination.replace(entry, with: draft)
            return []
        }
    }

    func check(
        _ items: [CollectionItem], in destination: Destination, _ run: VerificationRun
    ) throws(ZigguratError) {
        let place = destination.folder(of: entry)
        let record = record(in: destination)
        let current = self.record(of: items, in: destination)
        if try FileSystem.contents(of: "\(place)/\(Self.documentName)")
            != (try document(of: items).file(Self.documentName).bytes)
        {
            run.found(.outdatedCollection, at: "\(place)/\(Self.documentName)")
            return
        }
        if record?.items != current.items {
            run.found(.outdatedThumbnails, at: "\(place)/\(Self.recordName)")
        }
        var expected = Set([Self.documentName, Self.recordName])
        for path in CollectionMosaic.paths(count: items.count) {
            expected.insert(path)
            guard let bytes = try FileSystem.contents(of: "\(place)/\(path)") else {
                run.found(.missing(.tile), at: "\(place)/\(path)")
                continue
            }
            if let flaw = CollectionMosaic.flaw(of: bytes, decoding: run.options.decodes) {
                run.found(flaw.about("\(place)/\(path)"), as: .damagedTile)
            }
        }
        try FolderFiles(place).forEachFile { path, _ in
            if !expected.contains(path) {
                run.found(.unexpectedFile, at: "\(place)/\(path)")
            }
            return true
        }
    }

    private func document(of items: [CollectionItem]) -> DeepZoomCollectionDocument {
        DeepZoomCollectionDocument(
            items.map { item in
                DeepZoomCollectionDocument.Item(
                    source: "../\(PercentEncoding.path(Self.descriptor(of: item)))",
                    size: item.manifest.image.size)
            })
    }

    private static func descriptor(of item: CollectionItem) -> String {
        "\(item.folder)/\(item.manifest.name).dzi"
    }

    private func record(of items: [CollectionItem], in destination: Destination) -> Record {
        Record(
            format: Record.currentFormat, generator: Ziggurat.generator,
            items: items.map { item in
                let manifest = destination.folder(
                    of: "\(item.manifest.name)/\(Manifest.fileName)")
                return Record.Item(
                    source: Self.descriptor(of: item), size: item.manifest.image.size,
                    manifest: SHA256.digest(of: (try? FileSystem.contents(of: manifest)) ?? []).hex)
            })
    }

    private func record(in destination: Destination) -> Record? {
        guard
            let bytes = try? FileSystem.contents(
                of: "\(destination.folder(of: entry))/\(Self.recordName)"),
            let record = try? JSONDecoder().decode(Record.self, from: Data(bytes)),
            record.generator.hasPrefix("\(Ziggurat.name) ")
        else { return nil }
        return record
    }
}
