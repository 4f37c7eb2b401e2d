internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// `ziggurat-bundle.json`: what a bundle is, for whoever opens it away from its export. It stands
/// in bundles whose other files do not tell: those of layouts without a descriptor that says
/// everything, those that lie in an unusual way, and those of plain grids in which tiles are left
/// out.
struct BundleRecord: Codable {
    static let fileName = "ziggurat-bundle.json"
    private static let currentFormat = 2

    private let format: Int
    private let layout: String
    private let settings: [String: String]?
    private let name: String
    private let size: PixelSize
    private let tiling: Tiling
    private let levels: LevelRequest?
    private let absent: AbsentTiles?
    /// The layout's own files besides its tiles.
    private let files: [String]

    /// The record of a bundle; `nil` where it needs none.
    ///
    /// - Parameters:
    ///   - levels: what was asked of them.
    ///   - container: what the bundle is written into.
    static func file(
        of layout: any Layout, _ bundle: BundleDescription, levels: LevelRequest,
        in container: any ContainerFormat, _ formats: Formats
    ) throws(ZigguratError) -> BundleFile? {
        guard container.holdsPages, formats.layout(named: layout.name) != nil,
            isNeeded(layout, bundle)
        else { return nil }
        let record = BundleRecord(
            format: currentFormat, layout: layout.name,
            settings: layout.settingTexts.isEmpty ? nil : layout.settingTexts,
            name: bundle.pyramid.name,
            size: bundle.pyramid.imageSize, tiling: bundle.pyramid.tiling,
            levels: levels == LevelRequest() ? nil : levels,
            absent: bundle.absent.isEmpty ? nil : bundle.absent,
            files: try layout.descriptors(of: bundle).map(\.path))
        return try .json(fileName, record)
    }

    private static func isNeeded(_ layout: any Layout, _ bundle: BundleDescription) -> Bool {
        !layout.isKnownByItsFiles || layout.rules.densities != [1]
            || bundle.pyramid.shape.origin == .centre
            || !bundle.absent.isEmpty && layout.rules.blanks == .page
    }

    /// The bundle that lies at the top of some files, by its record; `nil` where there is none.
    static func hit(
        in files: any BundleFiles, _ formats: Formats
    ) throws(ZigguratError) -> PyramidSearch.Hit? {
        guard let bytes = try files.contents(of: fileName) else { return nil }
        let place = files.place(of: fileName)
        guard let record = try? JSONDecoder().decode(BundleRecord.self, from: Data(bytes)),
            record.format == currentFormat, record.isSound,
            let layout = formats.layout(named: record.layout)
        else {
            return PyramidSearch.Hit(
                files: files, layout: .xyz, reading: .failure(damage(at: place)))
        }
        return PyramidSearch.Hit(
            files: files, layout: layout, reading: record.reading(layout, place), isOurs: true,
            levels: record.levels)
    }

    private static func damage(at place: String) -> ZigguratError {
        ZigguratError(
            .invalidPyramid, place, "it is broken, or of another version of Ziggurat",
            remedy: "check the bundle inside its export, or export it again")
    }

    /// Whether its numbers are some that a pyramid can have.
    private var isSound: Bool {
        let sides = 1...1 << 31
        return sides.contains(size.width) && sides.contains(size.height)
            && sides.contains(tiling.tileSize.width) && sides.contains(tiling.tileSize.height)
            && (0...65_535).contains(tiling.overlap)
            && (tiling.edge == .crop || tiling.overlap == 0)
    }

    private func reading(_ layout: any Layout, _ place: String) -> PyramidReading {
        do throws(ZigguratError) {
            let layout = try layout.with(settings ?? [:])
            guard tiling.tileSize.width >= layout.rules.densities.max() ?? 1,
                tiling.tileSize.height >= layout.rules.densities.max() ?? 1
            else { throw Self.damage(at: place) }
            let pyramid = try layout.pyramid(
                name: name, imageSize: size, cut: tiling, levels: levels ?? LevelRequest())
            let absent = absent ?? .none
            guard absent.areTiles(of: pyramid) else { throw Self.damage(at: place) }
            return .success(
                FoundPyramid(
                    pyramid, naming: layout.naming, descriptors: [Self.fileName] + files,
                    absent: absent, layout: layout))
        } catch {
            return .failure(error.about(place))
        }
    }
}
