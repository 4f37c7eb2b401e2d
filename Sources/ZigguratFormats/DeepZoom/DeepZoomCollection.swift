internal import FoundationEssentials
package import ZigguratCore
internal import ZigguratImaging
package import ZigguratSystem

/// `dzc/collection.dzc`: a Deep Zoom collection of all exports that have a Deep Zoom image, with a
/// mosaic of their thumbnails for each level.
///
/// The collection is a folder, so that it can be replaced in one step. The file `items.json` of the
/// collection records the checksums of the exports' manifests and the hashes of the mosaic's tiles.
/// A tile is kept if the exports that it shows have not changed.
package struct DeepZoomCollection: DestinationCollection {
    package let name = "dzc"
    package let summary = "Deep Zoom collection: all pictures and a mosaic of thumbnails"
    package let layouts = ["dzi"]
    package let isOnRequest = true
    package let entry = "dzc"
    package let document = "dzc/collection.dzc"

    private static let documentName = "collection.dzc"
    private static let recordName = "items.json"

    package init() {}

    /// Rejects exports without descriptors in a folder: the items refer to `NAME.dzi`.
    package func check(
        _ layouts: [any Layout], in container: any ContainerFormat
    ) throws(ZigguratError) {
        guard container.isFolder else {
            throw ZigguratError(
                ContainerError.unsupportedLayout(
                    name, container: container.name, supported: ["folder"]))
        }
        let layout = layouts.first { self.layouts.contains($0.name) }
        let setting = DeepZoomLayout.Settings.CodingKeys.forms.rawValue
        let value = layout?.settingTexts[setting] ?? ""
        guard value.split(separator: ",").contains("xml") else {
            throw ZigguratError(LayoutError.invalidSetting(setting, value: value), name)
        }
    }

    private struct Record: Hashable, Codable {
        static let currentFormat = 2

        var format = currentFormat
        var generator = Ziggurat.generator
        let items: [MosaicItem]
        /// The XXH3 of each tile, by path; `nil` in records of format 1.
        var tiles: [String: UInt64]?

        /// Whether this version of Ziggurat wrote the record, for the same images.
        func isCurrent(_ new: Record) -> Bool {
            (format, generator) == (new.format, new.generator) && items == new.items
        }
    }

    package func lists(_ item: CollectionItem, in site: any CollectionSite) -> Bool {
        FileSystem.exists(site.path(of: Self.descriptor(of: item)))
    }

    package func isOurs(_ path: String) -> Bool { Self.record(in: path) != nil }

    package func write(
        _ items: [CollectionItem], in site: any CollectionSite, looksClosely: Bool
    ) throws(ZigguratError) -> [DamagedItem] {
        var items = items
        var damaged: [DamagedItem] = []
        while !items.isEmpty {
            let found = try attempt(items, in: site, looksClosely: looksClosely)
            guard !found.isEmpty else { return damaged }
            // Without the damaged items, the other thumbnails move to other places.
            damaged += found
            items.removeAll { item in found.contains { $0.item == item } }
        }
        try site.remove(entry)
        return damaged
    }

    /// Writes the collection unless some items are damaged.
    ///
    /// - Returns: the damaged items.
    private func attempt(
        _ items: [CollectionItem], in site: any CollectionSite, looksClosely: Bool
    ) throws(ZigguratError) -> [DamagedItem] {
        let place = site.path(of: entry)
        let new = Self.record(of: items, in: site)
        let old = Self.record(in: place)
        let descriptor = try Self.descriptor(of: items)
        let current = try FileSystem.contents(of: "\(place)/\(Self.documentName)")
        let broken = Self.brokenTiles(in: place, old, looksClosely: looksClosely)
        guard old?.isCurrent(new) != true || current != descriptor.bytes || !broken.isEmpty else {
            return []
        }
        return try site.replace(entry) { folder throws(ZigguratError) in
            var mosaic = CollectionMosaic(into: folder, items: new.items)
            if let old, old.format == new.format {
                mosaic.reuse(
                    place, items: old.items, hashes: old.tiles ?? [:], broken: broken)
            }
            var damaged: [DamagedItem] = []
            for (number, item) in items.enumerated() where mosaic.needs(number) {
                let thumbnails: CollectionThumbnails
                do throws(ZigguratError) {
                    thumbnails = try CollectionThumbnails(of: item, in: site)
                } catch {
                    damaged.append(DamagedItem(item: item, reason: error))
                    continue
                }
                // After the first damaged item, the loop only looks for further damaged items.
                if damaged.isEmpty { try mosaic.add(number, thumbnails) }
            }
            guard damaged.isEmpty else { return damaged }
            try mosaic.finish()
            try folder.write(descriptor)
            var new = new
            new.tiles = mosaic.hashes
            try folder.write(try .json(Self.recordName, new))
            return []
        }
    }

    /// Returns the paths of missing tiles and, with `looksClosely`, of changed tiles.
    private static func brokenTiles(
        in folder: String, _ record: Record?, looksClosely: Bool
    ) -> Set<String> {
        Set(
            CollectionMosaic.paths(count: record?.items.count ?? 0).filter { path in
                guard looksClosely else { return !FileSystem.exists("\(folder)/\(path)") }
                let hash = try? XXH3.hash(ofFile: "\(folder)/\(path)")
                return hash == nil || hash != record?.tiles?[path]
            })
    }

    package func faults(
        of items: [CollectionItem], in site: any CollectionSite
    ) throws(ZigguratError) -> [CollectionFinding] {
        let place = site.path(of: entry)
        let document = "\(place)/\(Self.documentName)"
        guard try FileSystem.contents(of: document) == Self.descriptor(of: items).bytes else {
            return [CollectionFinding(.outdated, at: document)]
        }
        var faults: [CollectionFinding] = []
        let recordPlace = "\(place)/\(Self.recordName)"
        let record = Self.record(in: place)
        var new = Self.record(of: items, in: site)
        new.tiles = record?.tiles
        guard try FileSystem.contents(of: recordPlace) == BundleFile.json("", new).bytes else {
            return [CollectionFinding(.outdatedThumbnails, at: recordPlace)]
        }
        let tiles = CollectionMosaic.paths(count: items.count)
        for tile in tiles {
            let path = "\(place)/\(tile)"
            if !FileSystem.exists(path) {
                faults.append(CollectionFinding(.missingTile, at: path))
            } else if try XXH3.hash(ofFile: path) != record?.tiles?[tile] {
                faults.append(CollectionFinding(.changedTile, at: path))
            }
        }
        let expected = Set(tiles + [Self.documentName, Self.recordName])
        let (files, emptyFolders) = try FolderFiles(place).listing()
        faults += files.lazy.filter { !expected.contains($0) }.map {
            CollectionFinding(.unexpectedFile, at: "\(place)/\($0)")
        }
        faults += emptyFolders.map { CollectionFinding(.unexpectedFolder, at: "\(place)/\($0)") }
        return faults
    }

    private static func descriptor(of items: [CollectionItem]) throws(ZigguratError) -> BundleFile {
        try DeepZoomCollectionDocument(
            items: items.map { item in
                DeepZoomCollectionDocument.Item(
                    source: "../\(PercentEncoding.path(descriptor(of: item)))",
                    size: item.imageSize)
            }
        ).file(documentName)
    }

    private static func descriptor(of item: CollectionItem) -> String {
        "\(item.folder)/\(item.fileStem).dzi"
    }

    private static func record(of items: [CollectionItem], in site: any CollectionSite) -> Record {
        Record(
            items: items.map { item in
                let manifest = try? FileSystem.contents(of: site.path(of: item.manifest))
                return MosaicItem(
                    source: descriptor(of: item), size: item.imageSize,
                    manifest: SHA256.digest(of: manifest ?? []).hex)
            })
    }

    /// Returns the record in a folder; `nil` if Ziggurat did not write the folder.
    private static func record(in folder: String) -> Record? {
        guard let bytes = try? FileSystem.contents(of: "\(folder)/\(recordName)"),
            let record = try? JSONDecoder().decode(Record.self, from: Data(bytes)),
            Ziggurat.isGenerator(record.generator)
        else { return nil }
        return record
    }
}
