internal import Synchronization
package import ZigguratCore
package import ZigguratSystem

/// A pyramidal, tiled BigTIFF file in the layout of Cloud Optimized GeoTIFF.
///
/// Source: TIFF 6.0, section 15 (tiles); BigTIFF; OGC 21-026, Cloud Optimized GeoTIFF.
package struct PyramidalTIFF: ContainerFormat {
    package let name = formatName
    package static let formatName = "tiff"
    package let summary = "pyramidal TIFF, one file: GDAL, QGIS, OpenSlide, IIIF servers"

    /// All tiles have the full size. A tile has two numbers in the directory, of eight and four
    /// bytes. TIFF Technical Note 2 allows baseline and sequential JPEG.
    package var traits: ContainerTraits {
        var traits = ContainerTraits(
            layouts: [.xyz], tileFormats: [.jpeg, .webp, .tiff], edge: .pad, tileSizeUnit: 16,
            refusedOptions: [.progressive], blanks: .written, bytesPerFile: 12)
        traits.sharesExtension = true
        return traits
    }

    package var abilities: ContainerAbilities {
        ContainerAbilities {
            $0.reader = self
            $0.ranges = self
        }
    }

    package func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).tif" }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try TIFFContainer(bundle, at: path)
    }
}

extension PyramidalTIFF: RangeReadableContainer {
    package var archiveKind: ArchiveKind { .tiff }
    package func pageFolder(of bundle: BundleDescription) -> String { name }
    package func tileFolder(of bundle: BundleDescription) -> String { "" }
}

extension ContainerFormat where Self == PyramidalTIFF {
    package static var tiff: Self { Self() }
}

extension PyramidalTIFF: ContainerReader {
    /// Recognises TIFF and BigTIFF, little-endian.
    package func recognises(_ head: [UInt8]) -> Bool { TIFFFile.isBig(head) != nil }

    package func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer
    {
        .pyramid(try TIFFSource(path, known: known), faults: { [] })
    }
}

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
                ContainerError.notATile(container: PyramidalTIFF.formatName),
                "\(file.path), \(path)")
        }
        guard bundle.pyramid.tile(at: tile) != nil else {
            throw ZigguratError(ContainerError.tileOutOfRange(tile), file.path)
        }
        let format = bundle.pyramid.tiling.encoding.format
        // `unsafe`: the copy does not refer to the span.
        let copy = unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
        guard let parts = TIFFTile(copy, format) else {
            throw ZigguratError(
                ContainerError.unsupportedTile(format, container: PyramidalTIFF.formatName),
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

/// The geographic position of an image, as TIFF fields.
///
/// Source: OGC 19-008r4, GeoTIFF 1.1: section 7 (requirements), annex B.6 (tags), annex C (keys).
enum GeoTIFF {
    /// - Parameter scale: the image pixels per pixel of the largest level.
    static func fields(of georeference: Georeference, scale: Double = 1) -> [TIFFField] {
        var transform = georeference.transform
        for index in [1, 2, 4, 5] { transform[index] *= scale }
        var fields: [TIFFField] = []
        if transform[2] == 0, transform[4] == 0, transform[1] > 0, transform[5] < 0 {
            fields = [
                .double(.modelPixelScale, [transform[1], -transform[5], 0]),
                .double(.modelTiePoint, [0, 0, 0, transform[0], transform[3], 0]),
            ]
        } else {
            fields = [
                .double(
                    .modelTransformation,
                    [
                        transform[1], transform[2], 0, transform[0],
                        transform[4], transform[5], 0, transform[3], 0, 0, 0, 0, 0, 0, 0, 1,
                    ])
            ]
        }
        fields.append(.short(.geoKeyDirectory, keys(of: georeference.system).flatMap(\.self)))
        return fields
    }

    /// Returns the header of the keys, then the keys: number, location (0: in this field), count,
    /// value.
    private static func keys(of system: String?) -> [[Int]] {
        // Pixels are areas: the first pixel begins at its outer corner.
        var keys = [[1025, 0, 1, 1]]
        if let code = system.flatMap(code) {
            let isGeographic = geographicCodes.contains(code)
            // 1 projected, 2 geographic.
            keys.insert([1024, 0, 1, isGeographic ? 2 : 1], at: 0)
            keys.append([isGeographic ? 2048 : 3072, 0, 1, code])
        }
        return [[1, 1, 1, keys.count]] + keys
    }

    /// The EPSG codes of coordinate reference systems in degrees.
    private static let geographicCodes = 4001...4999

    /// Returns the number of an EPSG code; `nil` if a key cannot hold the number.
    private static func code(_ system: String) -> Int? {
        let parts = system.split(separator: ":")
        guard parts.count == 2, parts[0].uppercased() == "EPSG", let code = Int(parts[1]),
            (1024...32_766).contains(code)
        else { return nil }
        return code
    }
}
