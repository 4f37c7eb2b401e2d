internal import ZigguratCore
internal import ZigguratImaging

extension Exporter.Options {
    /// Takes over what an export has and these options do not mention: further widths, the copy of the
    /// source, checksums, the address, and texts that still belong to the image.
    ///
    /// - Parameter kept: the export, and whether its source is unchanged.
    /// - Returns: whether the caption is complete, with the texts of the export.
    mutating func keepParts(of kept: (export: Manifest, isUnchanged: Bool)?) -> Bool {
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
        settings.caption = old.settings.caption.overlaid(by: settings.caption)
        return true
    }
}
