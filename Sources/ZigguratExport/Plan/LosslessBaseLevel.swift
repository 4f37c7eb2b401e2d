internal import Glibc
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// Tiles of full resolution that are cut out of a JPEG as they are: whether every layout can have
/// them.
struct LosslessBaseLevel {
    /// What is done to the picture, as a header's conversions say it.
    let step = ConversionStep.cutFromSource
    let grid: CoefficientGrid
    /// What the tiles take together, roughly: as much as the file.
    let byteCount: Int

    /// - Returns: `nil` where nobody asks for them.
    /// - Throws: ``ZigguratError`` where the source cannot be cut like that.
    init?(of source: SourceImage, _ options: ExportOptions) throws(ZigguratError) {
        guard options.tiling.encoding?.cutsSource == true else { return nil }
        grid = try source.coefficientGrid()
        byteCount = FileSystem.size(of: source.path)
    }

    /// - Throws: ``ZigguratError`` where the tiles of a layout do not fit the file's blocks, or none
    ///   of them is of full resolution.
    func check(_ layout: any Layout, _ pyramid: Pyramid) throws(ZigguratError) {
        var isThere = false
        for pyramid in layout.pyramids(with: pyramid) {
            guard let top = pyramid.levels.first(where: { $0.reduction == 0 }) else { continue }
            isThere = true
            try grid.check(pyramid.tiling, of: top.window, layout: layout.name)
        }
        guard isThere else {
            throw ZigguratError(LosslessRefusal(.noFullResolution, layout: layout.name))
        }
    }
}
