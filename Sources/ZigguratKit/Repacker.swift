internal import ZigguratFormats
public import ZigguratSystem
internal import ZigguratViewer

/// Brings pyramids from one container or layout into another, with their tiles as they are.
///
///     let repacker = Repacker("map.mbtiles", to: "public", options: .init(container: .pmtiles))
///     let result = try repacker.run(try repacker.plan())
public struct Repacker: Sendable {
    private let repacking: Repacking

    /// - Parameters:
    ///   - path: an export, a bundle, a descriptor or a container file.
    ///   - destination: the folder that the new export goes to.
    public init(
        _ path: String, to destination: String, options: Repacking.Options = Repacking.Options()
    ) {
        repacking = Repacking(
            of: path, to: destination, options: options, pages: PageWriter())
    }

    /// What would be written; reads descriptors and no tile.
    public func plan() throws(ZigguratError) -> RepackPlan { try repacking.plan() }

    /// Carries a plan out. The export appears in the destination when it is complete, in place of
    /// an older one; one that is up to date is left alone.
    ///
    /// - Parameter progress: called on the calling thread with the tiles done and their number.
    @discardableResult
    public func run(
        _ plan: RepackPlan, cancellation: Cancellation = Cancellation(),
        progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
    ) throws(ZigguratError) -> ImageExport.Result {
        try repacking.run(plan) { done, count in
            progress(done, count)
            return !cancellation.isCancelled
        }
    }
}
