internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratPyramid
package import ZigguratSystem

/// Images whose tiles are made on request, without an export.
extension LiveSite {
    /// The content at a path in the export of an image.
    package enum DirectFile: Sendable {
        case document([UInt8])
        /// The path of a stored file, relative to ``LiveSite/folder``.
        case stored(String)
        /// A tile from a smaller level of the file. An export makes this tile from full-size
        /// pixels.
        case provisional([UInt8])
    }

    /// Returns the document or the tile at a path. Makes the tile if it is not stored.
    ///
    /// - Parameters:
    ///   - path: the path of the file, relative to the export.
    ///   - isWanted: called repeatedly; `false` cancels.
    /// - Returns: `nil` if the export has no file at the path.
    package func file(
        at path: String, of job: LiveJob, isWanted: () -> Bool
    ) throws(ZigguratError) -> DirectFile? {
        guard let direct = job.direct else { return nil }
        if path.hasSuffix("/viewer/thumbnail.jpg") {
            return try preview(of: job.name, longestSide: 512, isWanted: isWanted).map {
                .stored($0)
            }
        }
        guard let found = try direct.found(at: path) else { return nil }
        guard case .tile(let tile, let bundle) = found else {
            if case .document(let bytes) = found { return .document(bytes) }
            return nil
        }
        // The key of the planned file, so that a file that replaced it meanwhile gets other tiles.
        let key = try Self.sourceKey(of: job.attributes, job.plan.sourcePath)
        let images = LiveCache.folder(of: job.name, in: folder)
        let tiles = OnDemandImage.tileFolder(
            key, job.plan.bundles[bundle].pyramid, job.plan.settings,
            keepsAlpha: job.plan.keepsAlpha)
        let inner = "\(tiles)/\(path)"
        let stored: DirectFile = .stored(
            "\(LiveCache.hidden)/images/\(LiveCache.key(of: job.name))/\(inner)")
        if FileSystem.exists("\(images)/\(inner)") { return stored }
        let work = direct.isFast(tile.levelRegion, tile.level.reduction) ? work : slowWork
        return try work.run("\(images)/\(inner)", isWanted: isWanted) { () throws(ZigguratError) in
            FileSystem.exists("\(images)/\(inner)") ? stored : nil
        } make: { isWanted throws(ZigguratError) in
            let tile = try direct.encoded(tile, isWanted: isWanted)
            guard tile.isExact else { return .provisional(tile.bytes) }
            try store(tile.bytes, inner, key, job.name)
            addDirectBytes(tile.bytes.count, of: job.name)
            return stored
        }
    }

    /// Encodes a region of an image; returns `nil` if the image is exported.
    package func directRegion(
        _ request: IIIFImageRequest, of job: LiveJob, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8]? {
        guard let direct = job.direct else { return nil }
        let quality = exporter.options.tiling.encoding?.quality ?? 85
        return try work.run("\(job.name) \(request)", isWanted: isWanted) {
            nil
        } make: { isWanted throws(ZigguratError) in
            try direct.encoded(
                request, TileEncoding(request.format, quality: quality), isWanted: isWanted)
        }
    }
}

/// Stores parts of the smaller levels of an image in the cache of its site.
struct LiveLevelStore: LevelReader.Store {
    /// Not a strong reference, because the site owns the readers that use this store.
    unowned let site: LiveSite
    let name: String
    private let sourceKey: String
    private let levels: String

    init(_ site: LiveSite, _ plan: ExportPlan, _ sourceKey: String) {
        (self.site, self.name, self.sourceKey) = (site, plan.name, sourceKey)
        levels = OnDemandImage.levelFolder(sourceKey, plan)
    }

    private func inner(_ part: String) -> String { "\(levels)/\(part)" }

    private func place(_ part: String) -> String {
        "\(LiveCache.folder(of: name, in: site.folder))/\(inner(part))"
    }

    func holds(_ part: String) -> Bool { FileSystem.exists(place(part)) }

    func contents(of part: String) -> [UInt8]? { try? FileSystem.contents(of: place(part)) }

    /// Stores a part of a level. Errors are ignored: a part that is not stored is decoded again.
    func store(_ bytes: [UInt8], _ part: String) {
        guard (try? site.store(bytes, inner(part), sourceKey, name)) != nil else { return }
        site.addDirectBytes(bytes.count, of: name)
    }
}
