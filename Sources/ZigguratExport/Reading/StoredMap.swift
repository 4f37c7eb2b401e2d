package import ZigguratCore
package import ZigguratFormats
internal import ZigguratStore
package import ZigguratSystem

/// Recognises whether a path contains a map rather than an image.
///
/// Tiles are recognised as a map in three cases: if they cannot be an image, if Ziggurat wrote them
/// as a map, or if they fill the bounds that metadata state.
package enum StoredMap {
    /// Returns the tiles of the map at a path; returns `nil` if the path is not a map.
    ///
    /// - Throws: ``RepackError/notMercator(_:)`` for maps in other projections.
    package static func tiles(
        at path: String, _ contents: RecognizedPath, _ formats: Formats
    ) throws(ZigguratError) -> MapTiles? {
        switch contents {
        case .container(let reader): try tiles(in: path, reader, formats)
        case .files(let files, let descriptor):
            try tiles(in: files, formats, descriptor: descriptor)
        case .export, .book, .comparison, .destination: nil
        }
    }

    /// Whether Ziggurat wrote a file as a map.
    package static func isRepacked(_ path: String, _ reader: any ContainerReader) -> Bool {
        // Errors are ignored, because files of other programs need no metadata.
        (try? reader.mapMetadata(in: path))?.isRepacked == true
    }

    /// Whether Ziggurat wrote the files as a map.
    package static func isRepacked(_ files: any BundleFiles) throws(ZigguratError) -> Bool {
        try MapTiles.metadata(in: files)?.isRepacked == true
    }

    private static func tiles(
        in path: String, _ reader: any ContainerReader, _ formats: Formats
    ) throws(ZigguratError) -> MapTiles? {
        let metadata = (try? reader.mapMetadata(in: path)) ?? MapMetadata()
        if metadata.isRepacked { return try reader.mapTiles(in: path) }
        if metadata.isImage { return nil }
        do throws(ZigguratError) {
            switch try reader.read(path, known: nil) {
            case .files(let files, _): return try tiles(in: files, formats)
            case .pyramid(let source, _): return try tiles(in: path, reader, readAs: source)
            }
        } catch {
            guard try isMap(error) else { throw error }
            return try reader.mapTiles(in: path)
        }
    }

    /// Returns the tiles of a map in a container; returns `nil` if the tiles are an image.
    ///
    /// - Parameter source: the tiles read as an image. A map that begins in the north-west of the
    ///   world can also be read as an image.
    package static func tiles(
        in path: String, _ reader: any ContainerReader, readAs source: any TileSource
    ) throws(ZigguratError) -> MapTiles? {
        guard source.found.mayBeMap, let metadata = try? reader.mapMetadata(in: path),
            metadata.bounds != nil, !metadata.isImage,
            let tiles = try reader.mapTiles(in: path), tiles.fillStatedBounds
        else { return nil }
        return tiles
    }

    private static func tiles(
        in files: any BundleFiles, _ formats: Formats, descriptor: String? = nil
    ) throws(ZigguratError) -> MapTiles? {
        let hits = try PyramidSearch.hits(in: files, formats, descriptor: descriptor)
        guard hits.count == 1, let hit = hits.first else { return nil }
        switch hit.reading {
        case .failure(let error):
            return try isMap(error) ? MapTiles(in: hit.files) : nil
        case .success(let found):
            guard let metadata = try MapTiles.metadata(in: hit.files) else { return nil }
            if metadata.isRepacked { return try MapTiles(in: hit.files) }
            guard metadata.bounds != nil, found.mayBeMap else { return nil }
            let tiles = try MapTiles(in: hit.files)
            return tiles.fillStatedBounds ? tiles : nil
        }
    }

    private static func isMap(_ error: ZigguratError) throws(ZigguratError) -> Bool {
        if case .mapProfile(let profile) = error.reason as? DescriptorError,
            !profile.contains("mercator")
        {
            throw ZigguratError(RepackError.notMercator(profile), error.subject)
        }
        return error.isOfPartOfMap
    }
}

extension FoundPyramid {
    /// Whether the tiles alone determine the size, and all tiles are full.
    fileprivate var mayBeMap: Bool { sizeOrigin == .tiles(mayBePadded: true) }
}

extension ZigguratError {
    /// Whether the error only states that the tiles belong to a map.
    package var isOfPartOfMap: Bool {
        switch reason as? DescriptorError {
        case .partOfMap, .mapProfile, .vectorTiles: true
        default: false
        }
    }
}
