package import ZigguratImaging
internal import ZigguratSources
package import ZigguratStore
internal import ZigguratSystem

/// A plan, and the changes that it would make in the destination.
package struct PlannedExport: Sendable {
    package let plan: ExportPlan
    /// The header of the source, with the values that map to black and white if only the pixels
    /// determine them.
    package let header: SourceHeader
    /// Whether the run would keep the existing export unchanged.
    package let isUpToDate: Bool
    /// The changes by bundle; `nil` if the export does not exist or is up to date.
    package let changes: ExportResult.BundleChanges?
}

extension Exporter {
    /// Returns the changes that a plan would make in the destination. Writes nothing.
    ///
    /// - Throws: ``ZigguratError`` if the export of the plan would be rejected.
    func changes(by plan: ExportPlan) throws(ZigguratError) -> PlannedExport {
        let update = try update(plan).update
        let isUpToDate = update.isUpToDate && !options.isForced
        if !isUpToDate { try folder.checkApart(plan.sourcePath, from: plan.name) }
        return PlannedExport(
            plan: plan, header: try plan.source.headerOfValues(), isUpToDate: isUpToDate,
            changes: isUpToDate ? nil : update.bundles)
    }
}
