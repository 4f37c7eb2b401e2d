package import ZigguratImaging
package import ZigguratStore
internal import ZigguratSystem

/// A plan, and what it would change in the destination.
package struct PlannedExport: Sendable {
    package let plan: ExportPlan
    /// That of the plan, with the values that become black and white if only the pixels tell them.
    package let header: SourceHeader
    /// Whether the run would keep the export of the name as it is.
    package let isUpToDate: Bool
    /// `nil` if there is no export of the name, or if it is up to date.
    package let changes: ExportResult.BundleChanges?
}

extension Exporter {
    /// Plans the changes in the destination; writes nothing.
    ///
    /// - Throws: ``ZigguratError`` if the export of the plan would be refused.
    func changes(by plan: ExportPlan) throws(ZigguratError) -> PlannedExport {
        let update = try update(plan).update
        let isUpToDate = update.isUpToDate && !options.isForced
        if !isUpToDate { try folder.checkApart(plan.sourcePath, from: plan.name) }
        return PlannedExport(
            plan: plan, header: try plan.source.headerOfValues(), isUpToDate: isUpToDate,
            changes: isUpToDate ? nil : update.bundles)
    }
}
