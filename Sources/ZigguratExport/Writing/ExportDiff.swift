internal import ZigguratCore
package import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem

/// The changes that a run makes to the existing export of its name: which bundles it adds, writes
/// again or keeps.
package struct ExportDiff {
    /// The existing export; `nil` if it is missing or has another format.
    package let old: Manifest?
    /// The bundles of the existing export that stay.
    let kept: [Manifest.Bundle]
    /// Whether the existing export may be replaced completely.
    let replaces: Bool
    /// Whether the existing export contains everything that the run would write.
    package let isUpToDate: Bool
    /// The changes by bundle; `nil` without an existing export.
    package let bundles: ExportResult.BundleChanges?

    /// - Parameters:
    ///   - bundles: the bundles that the run writes.
    ///   - path: the path of the source.
    ///   - image: the header of the source.
    ///   - replaces: whether the existing export may be replaced completely.
    ///   - folder: the path of the export.
    /// - Throws: ``DestinationError/otherSource(export:file:)`` or
    ///   ``DestinationError/wouldRemove(_:because:)`` unless `replaces` is set.
    package init(
        of old: Manifest?, by planned: [ExportPlan.Bundle], _ settings: ExportSettings,
        of source: Manifest.Source, at path: String, _ image: SourceHeader, replaces: Bool,
        in folder: String
    ) throws(ZigguratError) {
        // A symbolic link is replaced, but its target stays.
        let isLink = FileAttributes(path: folder, followsLink: false)?.kind == .other
        let replaces = replaces || isLink
        (self.old, self.replaces) = (old, replaces)
        guard let old else {
            (kept, isUpToDate, bundles) = ([], false, nil)
            return
        }
        let keys = Set(planned.map { $0.key(in: settings) })
        let others = old.bundles.filter { !keys.contains(old.key(of: $0)) }
        let isUnchanged = source.isUnchanged(since: old.source)
        let isSameImage = settings.source.ofAnyDepth == old.settings.source.ofAnyDepth
        if !replaces {
            guard !source.isOther(than: old.source) else {
                throw ZigguratError(
                    DestinationError.otherSource(export: folder, file: old.source.file), path)
            }
            var parts = others.map(old.title)
            let reason: DestinationError.RemovalReason
            if !isUnchanged {
                reason = .changedSource
            } else if !isSameImage || image.size != old.image.size {
                reason = .otherImage
            } else {
                (reason, parts) = (.notRepacked, [])
            }
            parts += old.partsBesideBundles(missingIn: settings)
            guard parts.isEmpty else {
                throw ZigguratError(
                    DestinationError.wouldRemove(parts, because: reason), folder)
            }
        }
        kept = replaces ? [] : others
        isUpToDate =
            isUnchanged && (others.isEmpty || !replaces)
            && planned.allSatisfy { old.hasSame($0, settings) }
        let titles = planned.map(\.title)
        let oldTitles = old.bundles.map(old.title)
        bundles = ExportResult.BundleChanges(
            added: titles.filter { !oldTitles.contains($0) },
            replaced: titles.filter(oldTitles.contains),
            kept: kept.map(old.title), removed: replaces ? others.map(old.title) : [])
    }
}

extension Manifest {
    /// Whether the export has the bundle of a plan, with equal settings.
    fileprivate func hasSame(_ planned: ExportPlan.Bundle, _ settings: ExportSettings) -> Bool {
        guard
            let bundle = bundles.first(where: { key(of: $0) == planned.key(in: settings) }),
            bundle.layout == planned.layout.name
        else { return false }
        // Older program versions wrote no page beside a file.
        guard !settings.hasPagesBeside(planned.container) || bundle.page != nil else {
            return false
        }
        return self.settings(of: bundle).only(bundle.layout, bundle.tiling)
            == settings.only(bundle.layout, planned.pyramid.tiling)
    }

    /// Returns the parts of the export that are not bundles, and that other settings do not
    /// request.
    package func partsBesideBundles(missingIn other: ExportSettings = ExportSettings()) -> [String]
    {
        var parts = (sizes ?? []).filter { !other.sizes.contains($0.width) }.map(\.path)
        if settings.includesSource, !other.includesSource { parts.append(SourceCopy.folder) }
        if settings.fixity != .none, other.fixity == .none {
            parts.append(settings.fixity.rawValue)
        }
        return parts
    }
}

extension ExportPlan.Bundle {
    /// Returns the title of a bundle, such as `dzi` or `xyz (pmtiles)`.
    fileprivate var title: String {
        Manifest.title(layout.name, in: container.isFolder ? nil : container.name)
    }

    /// Returns the path of the bundle without the payload folder of a bag.
    fileprivate func key(in settings: ExportSettings) -> String { settings.fixity.key(of: path) }
}
