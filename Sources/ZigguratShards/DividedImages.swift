internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

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
