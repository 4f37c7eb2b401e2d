internal import ZigguratCore
package import ZigguratSystem

/// The bands of rows into which an image is divided, so that several processes build its tiles.
///
/// A band has the tiles whose grid cells begin in its rows, of the levels larger than that of the
/// row file. It also reads the rows above and below that these tiles show. So they have the bytes of
/// a whole build.
package enum RowBands: Hashable, Sendable {
    /// The rows of each band, from the top; at least two bands.
    case bands([Range<Int>])
    /// The rows of the source can only be read from the top.
    case rowsFromTop
    /// The options or the values of the source need the whole image.
    case needsWholeImage
    /// The image has too few rows, or too few levels.
    case tooSmall
}

extension PyramidBuilder {
    /// Divides an image into bands of about equal height.
    ///
    /// - Parameter count: the largest number of bands, at least 2.
    /// - Throws: ``ZigguratError`` if the source cannot be read.
    package func bands(
        of source: SourceImage, atMost count: Int
    ) throws(ZigguratError) -> RowBands {
        guard source.plan.orientation == .upright, resampled.isEmpty,
            !passes.contains(where: { $0.cutsSource || $0.blankTolerance != nil })
        else { return .needsWholeImage }
        guard source.decoder is TIFFDecoder || source.decoder is SlideDecoder,
            !source.isIsolated, source.isReadDirectly,
            case .blocks(let blocks) = try source.makeReading(
                keepsAlpha: true, background: background),
            blocks is TIFFSource
        else { return .rowsFromTop }
        guard source.knowsValues() else { return .needsWholeImage }
        let schedule = PyramidSchedule(
            imageSize: blocks.size, passes: passes, chunks: blocks.chunks)
        guard let alignment = schedule.startAlignment else { return .rowsFromTop }
        guard schedule.levels.count > LevelRowFile.reduction else { return .tooSmall }
        let larger = schedule.levels[..<LevelRowFile.reduction]
        guard !larger.contains(where: { $0.passes.contains(where: \.isInStrips) }) else {
            return .needsWholeImage
        }
        let height = blocks.size.height
        // If a band begins near a row of the tallest tiles, its neighbour reads few of its rows.
        let tallest =
            larger.indices.flatMap { reduction in
                larger[reduction].passes.map { $0.tiling.tileSize.height << reduction }
            }.max() ?? alignment
        let step = tallest <= height / count ? tallest : alignment
        var starts: [Int] = []
        for number in 0..<count {
            let nearest = (number * height + count * step / 2) / (count * step) * step
            let start = nearest - nearest % alignment
            if start > starts.last ?? -1, start < height { starts.append(start) }
        }
        guard starts.count > 1 else { return .tooSmall }
        return .bands(zip(starts, starts.dropFirst() + [height]).map { $0..<$1 })
    }
}
