internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratStore

extension Exporter.Options {
    /// Takes over what an export has and these options do not mention: further widths, the copy of the
    /// source, checksums, the address, and texts that still belong to the image.
    ///
    /// - Parameters:
    ///   - kept: the export, and whether its source is unchanged.
    ///   - folder: the folder of the export.
    ///   - keepsTour: whether a tour is kept that is not replaced.
    /// - Returns: whether the caption is complete, with the texts of the export.
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
