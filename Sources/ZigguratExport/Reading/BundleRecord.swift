internal import FoundationEssentials
package import ZigguratCore
package import ZigguratFormats
package import ZigguratSystem

/// The record `ziggurat-bundle.json`, which describes a bundle outside its export.
///
/// Written only if the other files of the bundle do not contain all values. This is the case for
/// layouts without a complete descriptor, unusual grid origins, and skipped tiles in plain grids.
package struct BundleRecord: Codable {
    package static let fileName = "ziggurat-bundle.json"
    private static let currentFormat = 2
    /// The longest record that is read, in bytes. The record of a pyramid with a million skipped
    /// tiles is shorter.
    private static let longest = 1 << 26

    private let format: Int
    private let layout: String
    private let settings: [String: String]?
    private let name: String
    private let size: PixelSize
    private let tiling: Tiling
    private let levels: Pyramid.LevelRequest?
    private let absent: AbsentTiles?
    /// The paths of the layout's files except tiles.
    private let files: [String]

    /// Returns the record of a bundle; returns `nil` if the bundle does not need a record.
    package static func file(
        of layout: any Layout, _ bundle: BundleDescription, levels: Pyramid.LevelRequest,
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
            levels: levels == Pyramid.LevelRequest() ? nil : levels,
            absent: bundle.absent.isEmpty ? nil : bundle.absent,
            files: try layout.descriptors(of: bundle).map(\.path))
        return try .json(fileName, record)
    }

    private static func isNeeded(_ layout: any Layout, _ bundle: BundleDescription) -> Bool {
        !layout.isKnownByItsFiles || layout.rules.densities != [1]
            || bundle.pyramid.shape.origin == .centre
            || !bundle.absent.isEmpty && layout.rules.blanks == .page
    }

    /// Returns the bundle at the top of some files; returns `nil` if the record is missing.
    static func hit(
        in files: any BundleFiles, _ formats: Formats
    ) throws(ZigguratError) -> PyramidSearch.Hit? {
        guard let byteCount = files.byteCount(of: fileName) else { return nil }
        let place = files.place(of: fileName)
        guard byteCount <= longest, let bytes = try files.contents(of: fileName),
            let record = try? JSONDecoder().decode(BundleRecord.self, from: Data(bytes)),
            record.format == currentFormat,
            let layout = formats.layout(named: record.layout)
        else {
            return PyramidSearch.Hit(
                files: files, layout: .xyz,
                reading: .failure(ZigguratError(PyramidError.invalidRecord, place)))
        }
        return PyramidSearch.Hit(
            files: files, layout: layout, reading: record.reading(layout, place), isOurs: true,
            levels: record.levels)
    }

    private func reading(_ layout: any Layout, _ place: String) -> PyramidReading {
        Result { () throws(ZigguratError) in
            let layout = try layout.with(settings ?? [:])
            let pyramid = try layout.storedPyramid(
                name: name, imageSize: size, tiling: tiling, levels: levels, at: place)
            let absent = absent ?? .none
            guard absent.areTiles(of: pyramid) else {
                throw ZigguratError(PyramidError.invalidRecord, place)
            }
            return FoundPyramid(
                pyramid, naming: layout.naming, descriptors: [Self.fileName] + files,
                absent: absent, layout: layout)
        }.mapError { $0.about(place) }
    }
}
