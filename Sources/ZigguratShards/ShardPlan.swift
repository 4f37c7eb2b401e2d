internal import ZigguratCore
package import ZigguratExport
internal import ZigguratStore
package import ZigguratSystem
internal import ZigguratViewer

/// A plan that divides the images of an export among shards.
///
/// The plan is a folder with the file `plan.json`. For each shard it contains `shard-N.json` and,
/// after a run, `result-N.json`.
package struct ShardPlan: Sendable {
    /// The summary of a plan, stored in `plan.json`.
    package struct Summary: Sendable, Codable {
        /// The version of the file format, ``ShardPlan/format``.
        package let format: Int
        /// The version of the program that wrote the plan.
        package let version: String
        /// The absolute path of the folder of the exports.
        package let destination: String
        /// The options of an export except `--output`, with absolute paths.
        package let options: [String]
        /// The checksum of the options, the destination and the resulting settings. The settings
        /// include the content of annotations and templates.
        package let settings: String
        /// The data that the costs were estimated from.
        package let costs: ShardCost.Basis
        package let shards: [Shard]
    }

    /// The totals of a shard and the checksum of its file.
    package struct Shard: Sendable, Codable {
        /// The number of images that are not divided.
        package let images: Int
        /// The number of bands of images that are divided among shards; `nil` without bands.
        package let bands: Int?
        /// The number of tiles; `nil` if the headers were not read.
        package let tiles: Int?
        /// The size of all sources, in bytes.
        package let bytes: Int
        /// The sum of the costs of the images.
        package let cost: Double
        /// The SHA-256 of the shard's file, as hexadecimal digits.
        package let sha256: String
    }

    /// The version of the file format that this program reads and writes.
    package static let format = 1
    /// The name of the summary's file.
    package static let fileName = "plan.json"

    /// The folder of the plan.
    package let folder: String
    /// The content of `plan.json`.
    package let summary: Summary

    /// The number of shards.
    package var count: Int { summary.shards.count }

    init(_ folder: String, _ summary: Summary) {
        (self.folder, self.summary) = (folder, summary)
    }

    /// Reads the summary of a plan.
    ///
    /// - Throws: ``ShardError`` if the plan is missing, invalid or of another version.
    package init(_ folder: String) throws(ZigguratError) {
        self.folder = Path.normalized(folder)
        let place = "\(self.folder)/\(Self.fileName)"
        guard let bytes = try FileSystem.contents(of: place) else {
            throw ZigguratError(ShardError.noPlan, folder)
        }
        // Plans of other formats and versions may have other members, so the header is decoded
        // first.
        let header = try BundleFile.decoded(VersionHeader.self, from: bytes, of: place)
        guard header.format == Self.format else {
            throw ZigguratError(
                ShardError.otherFormat(plan: header.format, program: Self.format), place)
        }
        guard header.version == Ziggurat.version else {
            throw ZigguratError(
                ShardError.otherVersion(plan: header.version, program: Ziggurat.version), place)
        }
        summary = try BundleFile.decoded(Summary.self, from: bytes, of: place)
        try checkSummary()
    }

    private struct VersionHeader: Decodable {
        package let format: Int
        package let version: String
    }

    /// Checks that the plan has a shard with a given number.
    ///
    /// - Parameter number: the number of the shard, from 1.
    /// - Throws: ``ShardError/noSuchShard(_:count:)``.
    package func check(_ number: Int) throws(ZigguratError) {
        guard (1...count).contains(number) else {
            throw ZigguratError(ShardError.noSuchShard(number, count: count), folder)
        }
    }

    /// Reads the tasks of a shard.
    ///
    /// - Parameter number: the number of the shard, from 1.
    /// - Throws: ``ShardError`` if the file is missing, changed or invalid.
    package func tasks(of number: Int) throws(ZigguratError) -> [ShardTask] {
        try check(number)
        let place = self.place(of: number)
        guard let bytes = try FileSystem.contents(of: place) else {
            throw ZigguratError(ShardError.fileMissing, place)
        }
        guard SHA256.digest(of: bytes).hex == summary.shards[number - 1].sha256 else {
            throw ZigguratError(ShardError.fileChanged, place)
        }
        let file = try BundleFile.decoded(ShardFile.self, from: bytes, of: place)
        guard file.shard == number else {
            throw ZigguratError(ShardError.invalid(member: "shard"), place)
        }
        try Self.check(file.tasks, in: place)
        return file.tasks
    }

    /// Checks that an exporter has the settings of the plan.
    ///
    /// - Throws: ``ShardError/optionsChanged`` if the settings differ.
    package func check(_ exporter: Exporter) throws(ZigguratError) {
        let digest = try Self.digest(of: exporter, summary.options, summary.destination)
        guard digest == summary.settings else {
            throw ZigguratError(ShardError.optionsChanged, folder)
        }
    }

    /// Returns the checksum that ``Summary/settings`` stores.
    static func digest(
        of exporter: Exporter, _ options: [String], _ destination: String
    ) throws(ZigguratError) -> String {
        struct Content: Encodable {
            let options: [String]
            let destination: String
            var settings: ExportSettings
        }
        var content = Content(
            options: options, destination: destination, settings: exporter.options.settings)
        content.settings.templates = exporter.templates.digest
        return SHA256.digest(of: try BundleFile.json("", content).bytes).hex
    }

    func place(of number: Int) -> String { "\(folder)/shard-\(number).json" }
    func lockPlace(of number: Int) -> String { "\(folder)/shard-\(number).lock" }

    /// Returns the folder for the tiles of a band.
    ///
    /// - Parameter index: the index of the task in the shard.
    func bandFolder(_ index: Int, of number: Int, _ task: ShardTask) -> BandFolder {
        BandFolder(
            path: "\(folder)/band-\(number)-\(index + 1)",
            build: XXH3.hash("\(summary.settings)/\(task.name)"))
    }

    func resultPlace(of number: Int) -> String { "\(folder)/result-\(number).json" }

    /// The content of a shard's file.
    struct ShardFile: Codable {
        let shard: Int
        let tasks: [ShardTask]
    }
}

extension ShardPlan {
    /// Runs a closure that writes files of a plan. If a file cannot be written, throws
    /// ``ShardError/unwritable``.
    static func writing<Result>(
        _ body: () throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        do throws(ZigguratError) {
            return try body()
        } catch {
            guard let failure = error.reason as? FileError, failure.operation != .read else {
                throw error
            }
            throw ZigguratError(ShardError.unwritable, error.subject, cause: error.cause)
        }
    }
}

/// Range checks for the numbers in a plan. A damaged number must not overflow a sum.
extension ShardPlan {
    /// The largest valid count, size, cost or time. Integers up to this number are exact in JSON,
    /// and sums over all shards stay finite.
    static let largestNumber = Double(1 << 53)

    static func isValid(_ number: Double) -> Bool { (0...largestNumber).contains(number) }

    /// - Throws: ``ShardError/invalid(member:limit:)`` if a number is out of range.
    static func check(
        _ numbers: KeyValuePairs<String, Double>, of item: @autoclosure () -> String,
        in place: String
    ) throws(ZigguratError) {
        for (name, number) in numbers where !isValid(number) {
            throw ZigguratError(
                ShardError.invalid(member: "\(item()).\(name)", limit: largestNumber), place)
        }
    }

    /// Checks the numbers, the destination and the shards of the summary.
    func checkSummary() throws(ZigguratError) {
        let place = "\(folder)/\(Self.fileName)"
        guard !summary.shards.isEmpty else {
            throw ZigguratError(ShardError.invalid(member: "shards"), place)
        }
        let destination = summary.destination
        guard destination.utf8.first == UInt8(ascii: "/"), destination.utf8.count > 1 else {
            throw ZigguratError(ShardError.invalid(member: "destination"), place)
        }
        for (index, shard) in summary.shards.enumerated() {
            try Self.check(
                [
                    "images": Double(shard.images), "bands": Double(shard.bands ?? 0),
                    "tiles": Double(shard.tiles ?? 0),
                    "bytes": Double(shard.bytes), "cost": shard.cost,
                ], of: "shards[\(index)]", in: place)
        }
    }

    /// Checks that export names stay inside the destination and that numbers are in range.
    static func check(_ tasks: [ShardTask], in place: String) throws(ZigguratError) {
        for (index, task) in tasks.enumerated() {
            let item = "tasks[\(index)]"
            func require(_ isValid: Bool, _ member: String) throws(ZigguratError) {
                guard isValid else {
                    throw ZigguratError(ShardError.invalid(member: "\(item).\(member)"), place)
                }
            }
            try require(ExportName.isUsable(task.name), "name")
            try require(task.source.path.utf8.first == UInt8(ascii: "/"), "source.path")
            try require(task.page ?? 1 > 0, "page")
            if let band = task.band {
                try require((1...max(1, band.count)).contains(band.number), "band.number")
                for (name, range) in [("rows", band.rows), ("columns", band.columns)] {
                    try require(range.lowerBound >= 0 && !range.isEmpty, "band.\(name)")
                }
            }
            try check(
                [
                    "source.bytes": Double(task.source.bytes), "tiles": Double(task.tiles ?? 0),
                    "cost": task.cost,
                ], of: item, in: place)
        }
    }
}
