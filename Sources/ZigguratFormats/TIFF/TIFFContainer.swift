internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// A container that writes a pyramidal TIFF file: all directories, then the tiles from the smallest
/// level to the largest.
final class TIFFContainer: Container {
    private struct State {
        /// The levels, the smallest first.
        var levels: [TIFFLevelTiles]
        var profile: [UInt8] = []
    }

    private let bundle: BundleDescription
    private let file: ArchiveFile
    private let state: Mutex<State>

    init(_ bundle: BundleDescription, at path: String) throws(ZigguratError) {
        self.bundle = bundle
        file = try ArchiveFile(path)
        var levels: [TIFFLevelTiles] = []
        for level in bundle.pyramid.levels {
            levels.append(try TIFFLevelTiles(of: level, in: path))
        }
        state = Mutex(State(levels: levels))
    }

    package func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        guard let tile else {
            throw ZigguratError(
                ContainerFailure.notATile(container: PyramidalTIFF.formatName),
                "\(file.path), \(path)")
        }
        guard bundle.pyramid.tile(at: tile) != nil else {
            throw ZigguratError(ContainerFailure.tileOutOfRange(tile), file.path)
        }
        let format = bundle.pyramid.tiling.encoding.format
        // `unsafe`: the copy does not refer to the span.
        let copy = unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
        guard let parts = TIFFTile(copy, format) else {
            throw ZigguratError(
                ContainerFailure.unsupportedTile(format, container: PyramidalTIFF.formatName),
                tile.place(in: file.path))
        }
        do throws(ZigguratError) {
            try state.withLock { state throws(ZigguratError) in
                if state.profile.isEmpty { state.profile = parts.profile }
                for place in state.levels.indices
                where state.levels[place].level.index == tile.level {
                    try state.levels[place].add(parts, column: tile.column, row: tile.row)
                }
            }
        } catch {
            throw error.orAbout(tile.place(in: file.path))
        }
        return nil
    }

    func finish() throws(ZigguratError) -> ContainerTotals {
        try state.withLock { state throws(ZigguratError) in
            let levels = state.levels.filter { !$0.isEmpty }
            let profile = state.profile
            let metadata = TIFFMetadata.fields(of: bundle, profile: profile)
            let hasAlpha = levels.contains { $0.encoding?.hasAlpha ?? false }
            let directories = { (places: [TIFFLevelTiles.Places]) in
                let all = zip(levels, places).enumerated().map { number, level in
                    let isReduced = number + 1 < levels.count
                    return level.0.fields(
                        level.1, of: self.bundle.pyramid, hasAlpha: hasAlpha, reduced: isReduced)
                        + (isReduced ? [] : metadata)
                }
                return TIFFDirectories(directories: all.reversed())
            }
            var end = directories(levels.map(\.unknownPlaces)).byteCount
            var places: [TIFFLevelTiles.Places] = []
            for level in levels {
                places.append(try level.copy(to: file, at: end))
                end = places[places.count - 1].end
            }
            try file.write(directories(places).bytes, at: 0)
            try file.close()
            return ContainerTotals(files: places.reduce(0) { $0 + $1.offsets.count }, bytes: end)
        }
    }
}

/// The fields of a TIFF file about the image as a whole.
///
/// Source: TIFF 6.0, section 8; ICC.1, annex B.4.
enum TIFFMetadata {
    static func fields(of bundle: BundleDescription, profile: [UInt8]) -> [TIFFField] {
        var fields: [TIFFField] = [.text(.software, Ziggurat.generator)]
        let caption = bundle.caption
        let description = [bundle.title, caption.description].compactMap(\.self)
        fields.append(.text(.imageDescription, description.joined(separator: "\n")))
        if let creator = caption.creator { fields.append(.text(.artist, creator)) }
        let rights = [caption.attribution, caption.rights, caption.licence].compactMap(\.self)
        if !rights.isEmpty {
            fields.append(.text(.copyright, rights.joined(separator: ", ")))
        }
        // The largest level is smaller than the image if levels are omitted.
        let scale = Double(bundle.pyramid.levels.last?.scaleFactor ?? 1)
        if let microns = bundle.micronsPerPixel.map({ $0 * scale }), microns > 0,
            10_000 / microns < 4e9
        {
            // Pixels per centimetre.
            fields += [
                .rational(.xResolution, 10_000 / microns),
                .rational(.yResolution, 10_000 / microns), .short(.resolutionUnit, 3),
            ]
        }
        if !profile.isEmpty { fields.append(.bytes(.iccProfile, profile)) }
        if let georeference = bundle.georeference {
            fields += GeoTIFF.fields(of: georeference, scale: scale)
        }
        return fields
    }
}
