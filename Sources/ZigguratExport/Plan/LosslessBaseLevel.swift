package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
package import ZigguratSystem

/// The tiles of full resolution, if they are cut from a JPEG without decoding.
package struct LosslessBaseLevel {
    let grid: CoefficientGrid
    let byteCount: Int

    /// - Returns: `nil` if the options do not request lossless cutting.
    /// - Throws: ``LosslessError`` if the source cannot be cut without decoding.
    init?(of source: SourceImage, _ options: Exporter.Options) throws(ZigguratError) {
        guard options.tiling.encoding?.cutsSource == true else { return nil }
        grid = try source.coefficientGrid()
        byteCount = FileSystem.size(of: source.path)
    }

    /// - Throws: ``LosslessError`` if the tiles of a layout do not match the blocks of the JPEG,
    ///   or if the layout has no full-resolution level.
    package func check(
        _ layout: any Layout, in container: any ContainerFormat, _ pyramid: Pyramid
    ) throws(ZigguratError) {
        var isThere = false
        for pyramid in layout.pyramids(with: pyramid) {
            guard let top = pyramid.levels.first(where: { $0.reduction == 0 }) else { continue }
            isThere = true
            try grid.check(
                pyramid.tiling, of: top.window, layout: layout.name,
                showsPadding: container.traits.edge != .pad)
        }
        guard isThere else {
            throw ZigguratError(LosslessError(.noFullResolution, layout: layout.name))
        }
    }
}
