internal import ZigguratFormats
package import ZigguratImaging
public import ZigguratSystem

/// Exports many images. One that fails does not stop the others. Small images are exported several
/// at a time; their events keep the order of the images.
public struct ExportBatch: Sendable {
    /// What a batch reports.
    package enum Event: Sendable {
        /// The export of an image begins.
        case started(ExportPlan, number: Int, count: Int)
        case progressed(ExportProgress)
        case finished(ExportResult, seconds: Double)
        case failed(ZigguratError)
        case noted(DestinationNote)
        /// The collections of the destination are up to date.
        case collected([Collections.Entry])
    }

    private let exporter: Exporter
    private let images: [String]
    private let everyPage: Bool
    private let everyAssociatedImage: Bool

    /// - Parameters:
    ///   - images: files, and folders, which mean every image directly in them.
    ///   - everyPage: whether each page or frame of a file is exported: `photo-p001`,
    ///     `photo-p002`, … A file with one page keeps its name.
    ///   - everyAssociatedImage: whether the associated images of a slide are exported, too:
    ///     `slide-label`, `slide-macro`, …
    public init(
        _ images: [String], exporter: Exporter, everyPage: Bool = false,
        everyAssociatedImage: Bool = false
    ) {
        self.images = images
        self.exporter = exporter
        self.everyPage = everyPage
        self.everyAssociatedImage = everyAssociatedImage
    }

    /// Plans the exports of all images.
    public func plans() -> [Result<ExportPlan, ZigguratError>] {
        let list = list()
        return list.failures.map { .failure($0) }
            + list.entries.map { entry in
                do throws(ZigguratError) {
                    return .success(
                        try exporter.plan(entry))
                } catch {
                    return .failure(error)
                }
            }
    }

    /// Exports everything, then writes the destination's gallery.
    ///
    /// - Parameter report: called on the calling thread, in order.
    /// - Returns: whether all images are exported.
    package func run(
        cancellation: Cancellation = Cancellation(), report: (Event) -> Void
    ) -> Bool {
        let list = list()
        for failure in list.failures { report(.failed(failure)) }
        var failed = !list.failures.isEmpty
        do throws(ZigguratError) {
            try exporter.clearLeftovers()
        } catch {
            report(.failed(error))
            failed = true
        }
        var exportedAny = false
        var rest = list.entries[...]
        var windowSize = max(2, exporter.options.threadCount)
        while !rest.isEmpty {
            let window = BatchWindow(
                entries: rest.prefix(windowSize), exporter: exporter, cancellation: cancellation)
            let start = ContinuousClock.now
            for outcome in window.run() {
                rest = rest.dropFirst()
                do throws(ZigguratError) {
                    let number = list.entries.count - rest.count
                    try tell(outcome, number, of: list.entries.count, cancellation, report)
                    exportedAny = true
                } catch {
                    report(.failed(error))
                    failed = true
                    if error.code == .cancelled { return false }
                }
            }
            // As many images at a time as take about half a second, so that reports come often.
            let elapsed = (ContinuousClock.now - start) / .seconds(1)
            let fitting = Double(window.entries.count) * 0.5 / max(elapsed, 0.001)
            windowSize = min(max(Int(fitting), max(2, exporter.options.threadCount)), 256)
        }
        guard exportedAny else { return !failed }
        do throws(ZigguratError) {
            let collections = try exporter.writeCollectionsOfRun()
            for note in collections.notes { report(.noted(note)) }
            if !collections.entries.isEmpty { report(.collected(collections.entries)) }
        } catch {
            report(.failed(error))
            failed = true
        }
        guard exporter.options.viewer != .none else { return !failed }
        do throws(ZigguratError) {
            if try exporter.writeGallery() == nil {
                report(.noted(.foreignGallery(path: "\(exporter.destination)/index.html")))
            }
        } catch {
            report(.failed(error))
            failed = true
        }
        return !failed
    }

    private func list() -> BatchList {
        BatchList(
            of: images, naming: exporter.naming,
            pageCount: everyPage ? { header(of: $0)?.pages ?? 1 } : nil,
            associatedImages: everyAssociatedImage
                ? { header(of: $0)?.associatedImages ?? [] } : nil)
    }

    /// The header of a file; `nil` if it cannot be read, which its own export reports.
    private func header(of path: String) -> SourceHeader? {
        var request = exporter.options.source
        request.page = nil
        request.crop = nil
        let trust = exporter.options.trust
        return try? SourceImage(path: path, request: request, trust: trust).header
    }

    /// Reports the outcome of an image; exports a large image first.
    private func tell(
        _ outcome: BatchWindow.Outcome, _ number: Int, of count: Int, _ cancellation: Cancellation,
        _ report: (Event) -> Void
    ) throws(ZigguratError) {
        switch outcome {
        case .unplanned(let error): throw error
        case .done(let plan, let result, let seconds):
            report(.started(plan, number: number, count: count))
            report(.finished(try result.get(), seconds: seconds))
        case .large(let plan):
            report(.started(plan, number: number, count: count))
            let start = ContinuousClock.now
            let result = try exporter.export(plan, cancellation: cancellation) {
                report(.progressed($0))
            }
            report(.finished(result, seconds: (ContinuousClock.now - start) / .seconds(1)))
        }
    }
}
