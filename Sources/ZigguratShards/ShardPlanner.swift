package import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem

/// Writes a plan that divides the images of a batch among shards.
package struct ShardPlanner: Sendable {
    /// A written plan, and notes on it.
    package struct Outcome: Sendable {
        package let plan: ShardPlan
        /// The number of images, including divided images.
        package let images: Int
        package let notes: [ExportNote]
    }

    /// One or more errors that prevent writing the plan.
    package struct Failures: Error {
        package let errors: [ZigguratError]

        static let cancelled = Failures(errors: [ZigguratError(Cancelled())])
    }

    /// The progress of planning.
    package enum Progress: Sendable {
        /// The number of images with known costs.
        case images(done: Int, count: Int)
        /// The number of bytes with computed checksums.
        case bytes(done: Int, count: Int)
    }

    let list: BatchList
    let exporter: Exporter
    /// The number of shards, at least 1.
    let count: Int
    let basis: ShardCost.Basis
    /// Whether the checksum of each source is recorded.
    let withChecksums: Bool
    let cancellation: Cancellation

    /// The number of tasks that are encoded at once, which limits the memory.
    private static let chunkSize = 1 << 14

    /// Writes the plan into a folder that is empty or missing. The folder appears with all of its
    /// files, or not at all.
    ///
    /// - Parameters:
    ///   - options: the options that another machine creates an equal exporter from.
    ///   - progress: called on the calling thread.
    func write(
        to folder: String, options: [String], progress: (Progress) -> Void
    ) throws(Failures) -> Outcome {
        do throws(ZigguratError) {
            try check(folder)
        } catch {
            throw Failures(errors: [error])
        }
        guard list.failures.isEmpty else { throw Failures(errors: list.failures) }
        var figures = try ShardFigures(of: list.entries, by: self, progress)
        if withChecksums {
            try figures.computeChecksums(
                of: list.entries, threads: exporter.options.threadCount, cancellation, progress)
        }
        do throws(ZigguratError) {
            return try write(figures, to: Path.normalized(folder), options)
        } catch {
            throw Failures(errors: [error])
        }
    }

    private func check(_ folder: String) throws(ZigguratError) {
        guard list.books.isEmpty else {
            throw ZigguratError(ShardError.book, list.books[0].path)
        }
        if FileSystem.exists(folder), try !FileSystem.entries(in: folder).isEmpty {
            throw ZigguratError(ShardError.folderNotEmpty, folder)
        }
        let place = FileSystem.resolvedBeyondEnd(folder)
        let destination = FileSystem.resolvedBeyondEnd(exporter.destination)
        guard !"\(place)/".utf8.starts(with: (destination == "/" ? "/" : "\(destination)/").utf8)
        else { throw ZigguratError(ShardError.insideDestination, folder) }
        guard !list.entries.isEmpty || !list.failures.isEmpty else {
            throw ZigguratError(ShardError.noImages)
        }
    }

    /// Returns the size and the cost of an image, and the error if its header is unreadable.
    func estimate(
        of entry: BatchList.Entry
    ) throws(ZigguratError) -> (bytes: Int, cost: ShardCost, failure: ZigguratError?) {
        try ExportName.check(entry.name, source: entry.path)
        guard let attributes = FileSystem.attributes(of: entry.path) else {
            throw .file(.read, entry.path)
        }
        let bytes = attributes.byteCount
        guard basis == .headers, !cancellation.isCancelled else {
            return (bytes, ShardCost(bytes: bytes), nil)
        }
        do throws(ZigguratError) {
            return (bytes, ShardCost(try entry.plan(with: exporter)), nil)
        } catch {
            // The plan can be written, because the run of the shard reports this error.
            return (bytes, .unreadable, error)
        }
    }

    private func write(
        _ figures: ShardFigures, to folder: String, _ options: [String]
    ) throws(ZigguratError) -> Outcome {
        let division = try ShardDivision(of: figures, list.entries, by: self)
        let place = FileSystem.resolvedBeyondEnd(folder)
        let parent = Destination(
            Path.split(place).folder, syncs: exporter.options.syncs)
        return try ShardPlan.writing { () throws(ZigguratError) in
            let summary = try parent.withDraft { draft throws(ZigguratError) in
                let summary = try write(figures, division, into: draft, options)
                do throws(ZigguratError) {
                    // Fails if another plan was written to this path meanwhile.
                    try FileSystem.move(draft, to: place)
                } catch {
                    let isTaken = (error.reason as? FileError)?.kind == .alreadyExists
                    throw isTaken ? ZigguratError(ShardError.folderNotEmpty, folder) : error
                }
                try parent.flushNames()
                return summary
            }
            return Outcome(
                plan: ShardPlan(folder, summary), images: list.entries.count,
                notes: list.notes + undescribed
                    + figures.notes(on: list.entries, division, shards: count))
        }
    }

    private var undescribed: [ExportNote] {
        guard let first = list.undescribed.first else { return [] }
        return [.undescribed(image: first, count: list.undescribed.count)]
    }

    /// Writes all files of the plan.
    private func write(
        _ figures: ShardFigures, _ division: ShardDivision, into folder: String,
        _ options: [String]
    ) throws(ZigguratError) -> ShardPlan.Summary {
        var members = [[Int32]](repeating: [], count: count)
        let groups = ShardGroups.shards(of: division.costs, count: count)
        for (index, shard) in groups.enumerated() { members[Int(shard)].append(Int32(index)) }
        let base = FileSystem.resolved(".") ?? "."
        var shards: [ShardPlan.Shard] = []
        for (number, indexes) in members.enumerated() {
            let sum = try write(
                indexes.map(Int.init), figures, division, from: base,
                to: "\(folder)/shard-\(number + 1).json", number + 1)
            func total(_ figures: [Int]) -> Int {
                indexes.reduce(0) { sum, index in
                    let part = division.parts[Int(index)]
                    return sum + division.share(of: part, in: figures[part.image])
                }
            }
            let bands = indexes.count { division.parts[Int($0)].band != nil }
            shards.append(
                ShardPlan.Shard(
                    images: indexes.count - bands, bands: bands > 0 ? bands : nil,
                    tiles: basis == .headers ? total(figures.tiles) : nil,
                    bytes: total(figures.bytes),
                    cost: indexes.reduce(0) { $0 + division.costs[Int($1)] }, sha256: sum))
        }
        let destination = Path.absolute(exporter.destination, in: base)
        let summary = ShardPlan.Summary(
            format: ShardPlan.format, version: Ziggurat.version, destination: destination,
            options: options,
            settings: try ShardPlan.digest(of: exporter, options, destination), costs: basis,
            shards: shards)
        try FileSystem.replace(
            "\(folder)/\(ShardPlan.fileName)",
            with: try BundleFile.json(ShardPlan.fileName, summary).bytes)
        if exporter.options.syncs { try FileSystem.flushFiles(in: folder) }
        return summary
    }

    /// Writes the file of a shard and returns its checksum.
    private func write(
        _ indexes: [Int], _ figures: ShardFigures, _ division: ShardDivision,
        from base: String, to place: String, _ number: Int
    ) throws(ZigguratError) -> String {
        let file = try AppendedFile(place, keeping: 0)
        var sum = SHA256()
        func append(_ bytes: [UInt8]) throws(ZigguratError) {
            // `unsafe`: the hash and the file use the span only during the call.
            unsafe sum.update(bytes.span.bytes)
            try unsafe file.append(bytes.span.bytes)
        }
        try append(Array(#"{"shard":\#(number),"tasks":["#.utf8))
        for start in stride(from: 0, to: indexes.count, by: Self.chunkSize) {
            let chunk = indexes[start...].prefix(Self.chunkSize)
            let lines = ConcurrentWork.map(
                below: chunk.count, threads: exporter.options.threadCount
            ) { offset in
                Result { () throws(ZigguratError) in
                    try line(of: chunk[start + offset], figures, division, from: base)
                }
            }
            var bytes: [UInt8] = []
            for (offset, line) in lines.enumerated() {
                bytes += start + offset > 0 ? ",\n".utf8 : "\n".utf8
                bytes += try line.get().dropLast()
            }
            try append(bytes)
            if cancellation.isCancelled { throw ZigguratError(Cancelled()) }
        }
        try append(Array("\n]}\n".utf8))
        return sum.digest().hex
    }

    private func line(
        of index: Int, _ figures: ShardFigures, _ division: ShardDivision, from base: String
    ) throws(ZigguratError) -> [UInt8] {
        let part = division.parts[index]
        let entry = list.entries[part.image]
        let tiles = division.share(of: part, in: figures.tiles[part.image])
        let source = try SourceIdentity(
            of: Path.absolute(entry.path, in: base),
            sha256: withChecksums ? figures.checksums[part.image].hex : nil)
        let known = basis == .headers && tiles > 0
        return try ShardTask(
            entry, source, band: division.band(of: part), tiles: known ? tiles : nil,
            cost: division.costs[index]
        ).line()
    }
}

extension ExportBatch {
    /// Writes a plan that divides the images among shards.
    ///
    /// - Parameters:
    ///   - count: the number of shards, at least 1.
    ///   - folder: the folder of the plan, which is empty or missing.
    ///   - options: the options that another machine creates an equal exporter from.
    ///   - costs: the data that the costs are estimated from.
    ///   - withChecksums: whether to record the SHA-256 of each source.
    ///   - progress: called on the calling thread.
    package func planShards(
        _ count: Int, to folder: String, options: [String], costs: ShardCost.Basis = .headers,
        withChecksums: Bool = false, cancellation: Cancellation = Cancellation(),
        progress: (ShardPlanner.Progress) -> Void = { _ in }
    ) throws(ShardPlanner.Failures) -> ShardPlanner.Outcome {
        try ShardPlanner(
            list: list(), exporter: exporter, count: count, basis: costs,
            withChecksums: withChecksums, cancellation: cancellation
        ).write(to: folder, options: options, progress: progress)
    }
}
