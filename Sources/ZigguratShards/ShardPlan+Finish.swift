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
            let reason: ShardError?
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

/// The images of a plan that are divided into bands.
struct DividedImages {
    private struct Part {
        let shard: Int
        let task: ShardTask
        let folder: BandFolder
        let isComplete: Bool
    }

    private let plan: ShardPlan
    private let exporter: Exporter
    /// The bands of each image, in order, by the name of the export.
    private let images: [String: [Part]]
    /// The names of the exports that are already in place.
    private let published: Set<String>

    /// - Parameter exporter: an exporter with the settings of the plan.
    init(of plan: ShardPlan, _ exporter: Exporter) throws(ZigguratError) {
        var exporter = exporter
        // The tasks already contain the metadata records of their images.
        exporter.records = nil
        (self.plan, self.exporter) = (plan, exporter)
        var parts: [String: [Part]] = [:]
        for number in 1...plan.count where plan.summary.shards[number - 1].bands ?? 0 > 0 {
            for (index, task) in try plan.tasks(of: number).enumerated() where task.band != nil {
                let folder = plan.bandFolder(index, of: number, task)
                parts[task.name, default: []].append(
                    Part(
                        shard: number, task: task, folder: folder,
                        isComplete: folder.hashes != nil))
            }
        }
        images = parts.mapValues { parts in
            parts.sorted { $0.task.band?.number ?? 0 < $1.task.band?.number ?? 0 }
        }
        var published: Set<String> = []
        // An earlier run of `shard finish` has removed the bands of the exports that it published.
        for (name, parts) in images where parts.contains(where: { !$0.isComplete }) {
            guard
                let image = try? plan.image(of: parts[0].task, with: exporter, Cancellation()),
                let (_, update) = try? exporter.update(image), update.isUpToDate
            else { continue }
            published.insert(name)
        }
        self.published = published
    }

    /// Returns the number of bands of a shard that are neither complete nor published.
    func missingBands(of shard: Int) -> Int {
        images.reduce(0) { sum, image in
            published.contains(image.key)
                ? sum : sum + image.value.count { $0.shard == shard && !$0.isComplete }
        }
    }

    /// Returns the folders of the bands, grouped into rows of bands.
    private static func grid(of parts: [Part]) -> [[BandFolder]] {
        var grid: [[BandFolder]] = []
        var rows: Range<Int>?
        for part in parts {
            if part.task.band?.rows != rows { grid.append([]) }
            rows = part.task.band?.rows
            grid[grid.count - 1].append(part.folder)
        }
        return grid
    }

    /// Publishes the exports of all images whose bands are complete, and removes the bands.
    ///
    /// - Returns: the errors of images that cannot be exported.
    func join(_ cancellation: Cancellation) -> [ZigguratError] {
        var failures: [ZigguratError] = []
        for (_, parts) in images.sorted(by: { $0.key < $1.key }) {
            do throws(ZigguratError) {
                if parts.allSatisfy(\.isComplete) {
                    // Another run of `shard finish` may publish the image first and remove its
                    // bands.
                    try startingOverOnce { () throws(ZigguratError) in
                        let image = try plan.image(
                            of: parts[0].task, with: exporter, cancellation)
                        try exporter.export(image, from: Self.grid(of: parts), cancellation)
                    }
                }
                guard parts.allSatisfy(\.isComplete) || published.contains(parts[0].task.name)
                else { continue }
                for part in parts { try part.folder.remove() }
            } catch {
                failures.append(error)
            }
        }
        return failures
    }
}
