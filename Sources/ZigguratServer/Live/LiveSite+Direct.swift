internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
package import ZigguratSystem

/// Images whose tiles are made one by one.
extension LiveSite {
    /// What is at a path of such an image.
    package enum DirectFile: Sendable {
        case document([UInt8])
        /// A file, by its path relative to ``LiveSite/folder``.
        case stored(String)
        /// A tile from a smaller level of the file, which an export makes from all pixels.
        case provisional([UInt8])
    }

    /// The document or the tile at a path; a tile is made if it is missing.
    ///
    /// - Parameters:
    ///   - path: relative to the export.
    ///   - isWanted: asked now and then; an answer of `false` cancels.
    /// - Returns: `nil` if no file has the path.
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
        // Not that of a file which has replaced it meanwhile.
        let key = try Self.sourceKey(of: job.attributes, job.plan.sourcePath)
        let images = LiveCache.folder(of: job.name, in: folder)
        let tiles = DirectImage.tileFolder(
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

    /// Encodes a region of such an image; `nil` if the image is exported.
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

/// Keeps parts of the smaller levels of an image in the cache of its site.
struct LiveLevelStore: LevelReader.Store {
    /// The site owns the readers that use the store.
    unowned let site: LiveSite
    let name: String
    private let sourceKey: String
    private let levels: String

    init(_ site: LiveSite, _ plan: ExportPlan, _ sourceKey: String) {
        (self.site, self.name, self.sourceKey) = (site, plan.name, sourceKey)
        levels = DirectImage.levelFolder(sourceKey, plan)
    }

    private func inner(_ part: String) -> String { "\(levels)/\(part)" }

    private func place(_ part: String) -> String {
        "\(LiveCache.folder(of: name, in: site.folder))/\(inner(part))"
    }

    func holds(_ part: String) -> Bool { FileSystem.exists(place(part)) }

    func contents(of part: String) -> [UInt8]? { try? FileSystem.contents(of: place(part)) }

    /// Ignores errors: a part that is not stored is decoded again.
    func store(_ bytes: [UInt8], _ part: String) {
        guard (try? site.store(bytes, inner(part), sourceKey, name)) != nil else { return }
        site.addDirectBytes(bytes.count, of: name)
    }
}
