package import ZigguratCore
package import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem

extension ShardPlan {
    /// If all shards are done, joins the bands of divided images and writes the gallery, the
    /// collections and the files for web hosts.
    ///
    /// If exports or bands of a shard are missing or differ from the plan, the result of the shard
    /// is removed.
    ///
    /// - Parameters:
    ///   - exporter: an exporter with the settings of the plan.
    ///   - allowsFailures: whether to finish although some images failed.
    ///   - report: called on the calling thread, in order.
    /// - Returns: the reasons why the destination is incomplete; empty on success. The subject of
    ///   each reason is a shard or an image.
    package func finish(
        with exporter: Exporter, allowsFailures: Bool = false,
        cancellation: Cancellation = Cancellation(), report: (ExportBatch.Event) -> Void
    ) throws(ZigguratError) -> [ZigguratError] {
        var unfinished: [ZigguratError] = []
        let statuses = try statuses()
        let divided = try DividedImages(of: self, exporter)
        for status in statuses {
            let reason: ShardFailure?
            switch status.state {
            case .done:
                let missing = (
                    exports: try missingExports(of: status.number, exporter),
                    bands: divided.missingBands(of: status.number)
                )
                if missing.exports + missing.bands > 0 { try removeResult(of: status.number) }
                reason =
                    missing.bands > 0
                    ? .missingBands(missing.bands)
                    : missing.exports > 0 ? .missingExports(missing.exports) : nil
            case .running: reason = .running
            case .failed:
                reason = allowsFailures ? nil : .failed(images: status.result?.failures.count ?? 0)
            case .missing: reason = .missing
            }
            if let reason { unfinished.append(ZigguratError(reason, "shard \(status.number)")) }
        }
        guard unfinished.isEmpty else { return unfinished }
        var failures = divided.join(cancellation)
        guard failures.isEmpty else { return failures }
        exporter.folder.whileInUse {
            _ = exporter.completeDestination { event in
                guard case .failed(let error) = event else { return report(event) }
                // If the destination is missing, the collections and the gallery fail with equal
                // errors.
                if !failures.contains(error) { failures.append(error) }
            }
        }
        return failures
    }

    /// Returns the number of images of a shard that lack an export of the planned file in all
    /// layouts. Divided images are not counted.
    private func missingExports(
        of number: Int, _ exporter: Exporter
    ) throws(ZigguratError) -> Int {
        let options = exporter.options
        let tasks = try tasks(of: number).filter { $0.band == nil }
        let results = ConcurrentWork.map(
            below: tasks.count, threads: options.threadCount
        ) { index in
            Result { () throws(ZigguratError) in
                let folder = exporter.folder.folder(of: tasks[index].name)
                guard let manifest = try ManifestCache.shared.manifest(ofExport: folder),
                    tasks[index].source.matches(manifest.source)
                else { return false }
                let layouts: [any Layout] =
                    options.publishesWhole(manifest.image.size) ? [.single] : options.layouts
                return Set(layouts.map(\.name)).isSubset(of: manifest.bundles.map(\.layout))
            }
        }
        var count = 0
        for result in results where try !result.get() { count += 1 }
        return count
    }
}
