/// Exports many images in one run: each on its own, so that one that fails does not stop the
/// others.
public struct ExportBatch: Sendable {
    /// What happens on the way.
    public enum Event: Sendable {
        /// An image's plan is made and its export begins.
        case started(ExportPlan, number: Int, count: Int)
        case progressed(PyramidBuilder.Progress)
        case finished(ImageExport.Result)
        case failed(ZigguratError)
        /// Something that a person should know and that is no failure.
        case noted(String)
    }

    private let exporter: Exporter
    private let images: [String]

    /// - Parameter images: files, and folders, which stand for every image directly in them.
    public init(_ images: [String], exporter: Exporter) {
        self.images = images
        self.exporter = exporter
    }

    /// What would be exported: the plans of all images, and errors for those that have none.
    public func plans() -> [Result<ExportPlan, ZigguratError>] {
        let list = BatchList(of: images, naming: exporter.naming)
        return list.failures.map { .failure($0) }
            + list.entries.map { entry in
                do throws(ZigguratError) {
                    return .success(try exporter.plan(entry.path, named: entry.name))
                } catch {
                    return .failure(error)
                }
            }
    }

    /// Exports everything, then writes the destination's gallery.
    ///
    /// - Parameter report: called on the calling thread, in order.
    /// - Returns: whether everything that was asked for is there now.
    public func run(
        cancellation: Cancellation = Cancellation(), report: (Event) -> Void
    ) -> Bool {
        let list = BatchList(of: images, naming: exporter.naming)
        for failure in list.failures { report(.failed(failure)) }
        var failed = !list.failures.isEmpty
        do throws(ZigguratError) {
            try exporter.clearLeftovers()
        } catch {
            report(.failed(error))
            failed = true
        }
        var exportedAny = false
        for (index, entry) in list.entries.enumerated() {
            do throws(ZigguratError) {
                guard !cancellation.isCancelled else {
                    throw ZigguratError(.cancelled, entry.path, "stopped on request")
                }
                let plan = try exporter.plan(entry.path, named: entry.name)
                report(.started(plan, number: index + 1, count: list.entries.count))
                let result = try exporter.export(plan, cancellation: cancellation) {
                    report(.progressed($0))
                }
                report(.finished(result))
                exportedAny = true
            } catch {
                report(.failed(error))
                failed = true
                if error.code == .cancelled { return false }
            }
        }
        guard exportedAny, exporter.options.viewer != .none else { return !failed }
        do throws(ZigguratError) {
            if try exporter.writeGallery() == nil {
                report(
                    .noted(
                        "\(exporter.destination)/index.html is somebody else's page and was left as it is; "
                            + "there is no gallery"))
            }
        } catch {
            report(.failed(error))
            failed = true
        }
        return !failed
    }
}
