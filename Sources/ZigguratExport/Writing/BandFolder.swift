package import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratPyramid
internal import ZigguratSources
internal import ZigguratStore
package import ZigguratSystem

/// The folder of one band in the plan folder: the band's tiles, under their paths in the export,
/// and the band's pixels of a smaller level. The folder is complete when it contains the tiles'
/// hashes.
package struct BandFolder {
    package let path: String
    /// The number in the row file, which is equal in all bands of an image.
    let build: UInt64

    package init(path: String, build: UInt64) {
        (self.path, self.build) = (path, build)
    }

    /// The folder of the tiles.
    package var files: String { "\(path)/files" }
    private var hashesPlace: String { "\(path)/\(FileHashes.fileName)" }
    var rowFile: ResumeRows { ResumeRows("\(path)/rows", build: build) }

    /// The hash of each tile's bytes by the hash of its path; `nil` if the band is incomplete.
    package var hashes: [UInt64: UInt64]? { try? FileHashes.read(hashesPlace) }

    /// Encodes the tiles of a band.
    ///
    /// - Parameters:
    ///   - band: one of ``ExportPlan/division(into:by:)``.
    ///   - progress: `false` cancels.
    package func write(
        _ band: PixelRegion, of plan: ExportPlan, by exporter: Exporter,
        progress: (ExportProgress) -> Bool
    ) throws(ZigguratError) {
        // A killed run may have left the folder.
        try FileSystem.remove(path)
        try FileSystem.makeFolders(files)
        let hashes = FileHashes()
        let containers = try (plan.bundles.map { "\($0.path)/" } + [""]).map {
            prefix throws(ZigguratError) in
            HashedContainer(
                try FolderContainer("\(files)/\(prefix)"), into: hashes, old: nil, prefix: prefix)
        }
        let router = TileRouter(
            plan, containers: containers, thumbnail: "", bundleThumbnail: nil, blankTolerance: nil)
        var builder = exporter.builder(
            of: plan, passes: router.passes, resampled: router.resampled)
        (builder.band, builder.rowFile) = (band, rowFile)
        do throws(ZigguratError) {
            try builder.build(plan.source, into: router, progress: progress)
            try plan.source.checkUnchanged()
        } catch {
            throw error.orAbout(plan.sourcePath)
        }
        if exporter.options.syncs { try FileSystem.flushFiles(in: path) }
        try FileSystem.replace(
            hashesPlace, with: hashes.file.bytes, syncs: exporter.options.syncs)
    }

    /// Links the tiles into the folder of an export, or copies them if links fail.
    ///
    /// - Returns: the hash of each tile's bytes by the hash of its path. A tile whose file was lost
    ///   is left out.
    func linkFiles(to folder: String) throws(ZigguratError) -> [UInt64: UInt64] {
        let (container, hashes) = (try FolderContainer(folder), hashes ?? [:])
        let source = try FileHandle.folder(files)
        var linked: [UInt64: UInt64] = [:]
        linked.reserveCapacity(hashes.count)
        for path in try FolderFiles(files).listing().files {
            let key = XXH3.hash(path)
            guard let content = hashes[key] else { continue }
            if try container.link(StoredFile(path, in: source), to: path, 0) == nil {
                try FileSystem.copy("\(files)/\(path)", to: "\(folder)/\(path)")
            }
            linked[key] = content
        }
        return linked
    }

    package func remove() throws(ZigguratError) { try FileSystem.remove(path) }
}

extension Exporter {
    /// Writes and publishes an export from the tiles and row files of its bands.
    ///
    /// - Parameter grid: all bands of the image, complete, as rows of bands from top to bottom. The
    ///   bands of a row run from left to right.
    package func export(
        _ plan: ExportPlan, from grid: [[BandFolder]], _ cancellation: Cancellation
    ) throws(ZigguratError) {
        do throws(ZigguratError) {
            try join(grid, of: plan, cancellation)
        } catch {
            throw plan.states.blaming(error)
        }
    }

    private func join(
        _ grid: [[BandFolder]], of plan: ExportPlan, _ cancellation: Cancellation
    ) throws(ZigguratError) {
        let (source, update) = try update(plan)
        let bands = grid.flatMap(\.self)
        guard try upToDate(plan, update) == nil, let build = bands.first?.build else { return }
        try folder.withStaging { staging throws(ZigguratError) in
            let hidden = try staging.folder()
            var kept: [UInt64: UInt64] = [:]
            for band in options.container.isFolder ? bands : [] {
                kept.merge(try band.linkFiles(to: "\(hidden)/\(plan.name)")) { first, _ in first }
                if cancellation.isCancelled { throw ZigguratError(Cancelled(), plan.sourcePath) }
            }
            let tiles =
                options.container.isFolder
                ? nil : try BandTiles(of: bands.map { ($0.files, $0.hashes ?? [:]) })
            let journal = try ExportJournal(of: kept, tiles, in: hidden, build: build)
            try journal.rowFile.join(grid.map { $0.map(\.rowFile) })
            _ = try write(plan, source, update, in: staging, journal: journal, cancellation)
            try staging.publish(plan.name)
        }
    }
}
