package import ZigguratCore
package import ZigguratFormats
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem

/// A bundle whose tiles can be read.
package struct OpenedBundle: Sendable {
    package let source: any TileSource
    /// The layout of the bundle; `xyz` for a tile database.
    package let layout: any Layout
    /// The requested levels, if a bundle record states them.
    package var levels: Pyramid.LevelRequest?
    package var faults: @Sendable () -> [ZigguratError] = { [] }
}

/// An export on disk, or one of its bundles.
package struct StoredExport {
    package let folder: String
    /// The manifest; `nil` if it is missing, damaged or has another version.
    package let manifest: Manifest?
    /// The path of the selected bundle; `nil` selects all bundles.
    package let bundlePath: String?

    /// - Throws: ``FileError`` if the manifest cannot be read.
    package init(_ folder: String) throws(ZigguratError) {
        self.folder = folder
        manifest = try Manifest.readValid(fromExport: folder)
        bundlePath = nil
    }

    /// Selects a bundle of an export. Returns `nil` if the path is not a bundle.
    ///
    /// If an export lacks its manifest but has hashes, every file or folder in it may be a bundle.
    init?(holding path: String) throws(ZigguratError) {
        let (parent, name) = Path.split(path)
        // The bundles of a bag are in its folder `data`.
        for (folder, bundlePath) in [(parent, name), ("\(parent)/..", Bag.payload + name)] {
            let manifest = try Manifest.readValid(fromExport: folder)
            let isBundle =
                manifest.map { $0.bundles.contains { $0.path == bundlePath } }
                ?? FileSystem.exists("\(folder)/\(FileHashes.fileName)")
            guard isBundle else { continue }
            (self.folder, self.manifest, self.bundlePath) = (folder, manifest, bundlePath)
            return
        }
        return nil
    }

    package var bundles: [Manifest.Bundle] {
        manifest?.bundles.filter { bundlePath == nil || $0.path == bundlePath } ?? []
    }

    /// Whether a path in the export belongs to a selected bundle.
    package func contains(_ path: String) -> Bool {
        bundlePath.map { path == $0 || path.hasPrefix("\($0)/") } ?? true
    }

    package var manifestPlace: String { "\(folder)/\(Manifest.fileName)" }

    package func place(of bundle: Manifest.Bundle) -> String { "\(folder)/\(bundle.path)" }

    /// Opens a bundle for reading.
    ///
    /// - Throws: ``PyramidError/missingBundle``, ``PyramidError/unknownLayout(_:)``, or
    ///   ``ArchiveError`` if the container file is damaged.
    package func open(
        _ bundle: Manifest.Bundle, of manifest: Manifest, _ formats: Formats
    ) throws(ZigguratError) -> OpenedBundle {
        let place = place(of: bundle)
        guard FileSystem.exists(place) else {
            throw ZigguratError(PyramidError.missingBundle, place)
        }
        guard let layout = try manifest.layout(of: bundle, formats) else {
            throw ZigguratError(PyramidError.unknownLayout(bundle.layout), place)
        }
        let levels = manifest.settings(of: bundle).levels
        let pyramid = try layout.storedPyramid(
            name: manifest.fileStem, imageSize: manifest.image.size, tiling: bundle.tiling,
            levels: levels, at: manifestPlace)
        let found = FoundPyramid(pyramid, naming: layout.naming, absent: bundle.absent ?? .none)
        let source = { (files: any BundleFiles) in
            FileTileSource(files, layout: layout, found, isComplete: true)
        }
        if FileSystem.isFolder(place) {
            return OpenedBundle(
                source: source(FolderFiles(place)), layout: layout, levels: levels)
        }
        guard let reader = try formats.reader(of: place) else {
            throw ZigguratError(ArchiveError.unrecognised, place)
        }
        switch try reader.read(place, known: found) {
        case .pyramid(let source, let faults):
            return OpenedBundle(
                source: source, layout: layout, levels: levels, faults: faults)
        case .files(let files, let faults):
            return OpenedBundle(
                source: source(try PyramidSearch.top(of: files)), layout: layout,
                levels: levels,
                faults: { faults })
        }
    }
}

extension Manifest {
    /// Returns the layout of a bundle with the settings of the bundle; returns `nil` if the layout
    /// is unknown.
    package func layout(
        of bundle: Bundle, _ formats: Formats
    ) throws(ZigguratError) -> (any Layout)? {
        guard let layout = formats.layout(named: bundle.layout) else { return nil }
        guard let own = settings(of: bundle).layoutSettings?[bundle.layout] else { return layout }
        return try layout.with(own)
    }
}

extension Layout {
    /// Returns the pyramid that a manifest or a bundle record describes.
    ///
    /// - Throws: ``PyramidError/invalidRecord`` if the layout cannot have written the pyramid.
    package func storedPyramid(
        name: String, imageSize: PixelSize, tiling: Tiling, levels: Pyramid.LevelRequest?,
        at place: String
    ) throws(ZigguratError) -> Pyramid {
        let density = rules.densities.max() ?? 1
        let origin = shape(for: imageSize, cut: tiling).origin
        guard min(tiling.tileSize.width, tiling.tileSize.height) >= density,
            tiling.overlap == 0 || origin == .topLeft
        else { throw ZigguratError(PyramidError.invalidRecord, place) }
        do throws(ZigguratError) {
            return try pyramid(
                name: name, imageSize: imageSize, cut: tiling,
                levels: levels ?? Pyramid.LevelRequest())
        } catch {
            throw error.about(place)
        }
    }
}
