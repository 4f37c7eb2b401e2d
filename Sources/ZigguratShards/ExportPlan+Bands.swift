internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratStore
internal import ZigguratSystem

extension ExportPlan {
    /// The division of an image among shards.
    enum Division: Hashable, Sendable {
        /// At least two bands, as rows of bands from top to bottom. The bands of a row run from
        /// left to right.
        case bands([PixelRegion])
        /// The image is large, but has to be exported as a whole.
        case whole(ExportNote.UndividedReason)
        /// The image is too small to be divided.
        case small
    }

    /// Divides a large image into bands, for several shards.
    ///
    /// - Parameter count: the largest number of bands, at least 2. A very wide image may get more
    ///   bands.
    func division(
        into count: Int, by exporter: Exporter
    ) throws(ZigguratError) -> Division {
        let options = exporter.options
        guard header.size.pixelCount >= options.journalPixels else { return .small }
        let (passes, resampled, consumers) = TileRouter.TilingPassDraft(
            of: self, thumbnail: "", bundleThumbnail: nil
        ).finished(blankTolerance: options.blankTolerance)
        let builder = exporter.builder(of: self, passes: passes, resampled: resampled)
        switch try builder.bands(
            of: source, atMost: count, widest: options.widestBand)
        {
        case .rowsFromTop: return .whole(.rowsFromTop)
        case .needsWholeImage: return .whole(.options)
        case .tooSmall: return .small
        case .bands(let bands):
            let hasImages = consumers.contains { pass in
                pass.prefix(LevelRowFile.reduction).joined().contains { !$0.isOfTiles }
            }
            return hasImages ? .whole(.options) : .bands(bands)
        }
    }
}

extension TileConsumer {
    fileprivate var isOfTiles: Bool {
        if case .tiles = self { true } else { false }
    }
}
