internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratStore

extension Exporter.Options {
    /// Adds the parts of an existing export that these options do not mention.
    ///
    /// The parts are further widths, the copy of the source, checksums, the public address, and
    /// texts that still match the image.
    ///
    /// - Parameters:
    ///   - kept: the existing export, and whether its source is unchanged; `nil` if it is replaced.
    ///   - folder: the folder of the export.
    ///   - keepsTour: whether the existing tour is kept, if these options have no tour.
    /// - Returns: whether the caption is complete, because it includes the texts of the existing
    ///   export.
    mutating func keepParts(
        of kept: (export: Manifest, isUnchanged: Bool)?, in folder: String, keepsTour: Bool
    ) -> Bool {
        guard let (old, isUnchanged) = kept else { return false }
        settings.sizes += old.settings.sizes
        if old.settings.includesSource { settings.includesSource = true }
        if settings.fixity == .none { settings.fixity = old.settings.fixity }
        settings.baseURL = settings.baseURL ?? old.settings.baseURL
        guard isUnchanged,
            settings.source.ofAnyDepth == old.settings.source.ofAnyDepth
        else { return false }
        if settings.annotations.isEmpty, !removesAnnotations {
            settings.annotations = old.settings.annotations
        }
        if settings.tour == nil, keepsTour,
            TourContent(storedIn: folder, old).hasMedia(of: old.settings.tour)
        {
            settings.tour = old.settings.tour
        }
        settings.caption = old.settings.caption.overlaid(by: settings.caption)
        return true
    }
}
