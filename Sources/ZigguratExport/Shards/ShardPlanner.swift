package import ZigguratCore
internal import ZigguratImaging
package import ZigguratSystem

/// Writes the plan of a batch.
package struct ShardPlanner: Sendable {
    package struct Outcome: Sendable {
        package let plan: ShardPlan
        package let notes: [ExportNote]
    }

    /// Several failures, each about its own image.
    package struct Failures: Error {
        package let errors: [ZigguratError]
    }

    let list: BatchList
    let exporter: Exporter
    /// The number of shards, at least 1.
    let count: Int
    let basis: ShardCost.Basis
    /// Whether the checksum of each source is recorded.
    let withChecksums: Bool
    let cancellation: Cancellation

    /// The images that are planned or written at a time, so that memory stays small.
    private static let chunkSize = 1 << 14

    /// The figures of the images, in their order.
    private struct Figures {
        var costs: [Double] = []
        var tiles: [Int] = []
        var bytes: [Int] = []
        var unreadable: [Int] = []
    }

    /// Writes the plan into a folder that is empty or missing.
    ///
    /// - Parameters:
    ///   - options: the options with which another machine creates the same exporter.
    ///   - progress: called with the number of planned images and of all, on the calling thread.
    func write(
        to folder: String, options: [String], progress: (Int, Int) -> Void
    ) throws(Failures) -> Outcome {
        do throws(ZigguratError) {
            guard list.books.isEmpty else {
                throw ZigguratError(ShardFailure.book, list.books[0].path)
            }
            if FileSystem.exists(folder), try !FileSystem.entries(in: folder).isEmpty {
                throw ZigguratError(ShardFailure.folderNotEmpty, folder)
            }
        } catch {
            throw Failures(errors: [error])
        }
        guard list.failures.isEmpty else { throw Failures(errors: list.failures) }
        let figures = try figures(progress)
        do throws(ZigguratError) {
            return try write(figures, to: PathContents.normalized(folder), options)
        } catch {
            throw Failures(errors: [error])
        }
    }

    private func figures(_ progress: (Int, Int) -> Void) throws(Failures) -> Figures {
        var figures = Figures()
        var missing: [ZigguratError] = []
        for start in stride(from: 0, to: list.entries.count, by: Self.chunkSize) {
            progress(start, list.entries.count)
            let chunk = list.entries[start...].prefix(Self.chunkSize)
            let estimates = ConcurrentWork.map(
                below: chunk.count, threads: exporter.options.threadCount
            ) { estimate(of: chunk[start + $0]) }
            if cancellation.isCancelled {
                throw Failures(errors: [ZigguratError(Cancelled())])
            }
            for (offset, estimate) in estimates.enumerated() {
                do throws(ZigguratError) {
                    let (bytes, cost) = try estimate.get()
                    if basis == .headers, cost.tiles == nil {
                        figures.unreadable.append(start + offset)
                    }
                    figures.costs.append(cost.cost)
                    figures.tiles.append(cost.tiles ?? 0)
                    figures.bytes.append(bytes)
                } catch {
                    missing.append(error)
                }
            }
        }
        guard missing.isEmpty else { throw Failures(errors: missing) }
        return figures
    }

    private func estimate(
        of entry: BatchList.Entry
    ) -> Result<(bytes: Int, cost: ShardCost), ZigguratError> {
        guard let attributes = FileSystem.attributes(of: entry.path) else {
            return .failure(.file(.read, entry.path))
        }
        let bytes = attributes.byteCount
        guard basis == .headers, !cancellation.isCancelled else {
            return .success((bytes, ShardCost(bytes: bytes)))
        }
        // The run of the shard reports what is wrong with the image.
        guard let plan = try? entry.plan(with: exporter) else {
            return .success((bytes, .unreadable))
        }
        return .success((bytes, ShardCost(plan)))
    }

    private func write(
        _ figures: Figures, to folder: String, _ options: [String]
    ) throws(ZigguratError) -> Outcome {
        var members = [[Int32]](repeating: [], count: count)
        let groups = ShardGroups.shards(of: figures.costs, count: count)
        for (index, shard) in groups.enumerated() { members[Int(shard)].append(Int32(index)) }
        try FileSystem.makeFolders(folder)
        let base = FileSystem.resolved(".") ?? "."
        var shards: [ShardPlan.Shard] = []
        for (number, indexes) in members.enumerated() {
            let sum = try write(
                indexes.map(Int.init), figures, from: base,
                to: "\(folder)/shard-\(number + 1).json", number + 1)
            let tiles = indexes.reduce(0) { $0 + figures.tiles[Int($1)] }
            shards.append(
                ShardPlan.Shard(
                    images: indexes.count, tiles: basis == .headers ? tiles : nil,
                    bytes: indexes.reduce(0) { $0 + figures.bytes[Int($1)] },
                    cost: indexes.reduce(0) { $0 + figures.costs[Int($1)] }, sha256: sum))
        }
        let summary = ShardPlan.Summary(
            format: ShardPlan.format, version: Ziggurat.version,
            destination: PathContents.absolute(exporter.destination, in: base), options: options,
            settings: try ShardPlan.digest(of: exporter), costs: basis, shards: shards)
        if exporter.options.syncs { try FileSystem.flushFiles(in: folder) }
        // The last file: a plan that was not written to its end has none.
        try FileSystem.replace(
            "\(folder)/\(ShardPlan.fileName)",
            with: try BundleFile.json(ShardPlan.fileName, summary).bytes,
            syncs: exporter.options.syncs)
        return Outcome(plan: ShardPlan(folder, summary), notes: list.notes + notes(on: figures))
    }

    /// Writes the file of a shard and returns its checksum.
    private func write(
        _ indexes: [Int], _ figures: Figures, from base: String, to place: String, _ number: Int
    ) throws(ZigguratError) -> String {
        let file = try AppendedFile(place, keeping: 0)
        var sum = SHA256()
        func append(_ bytes: [UInt8]) throws(ZigguratError) {
            // `unsafe`: both use the span only during the call.
            unsafe sum.update(bytes.span.bytes)
            try unsafe file.append(bytes.span.bytes)
        }
        try append(Array(#"{"shard":\#(number),"tasks":["#.utf8))
        for start in stride(from: 0, to: indexes.count, by: Self.chunkSize) {
            let chunk = indexes[start...].prefix(Self.chunkSize)
            let lines = ConcurrentWork.map(
                below: chunk.count, threads: exporter.options.threadCount
            ) { offset in
                let index = chunk[start + offset]
                return Result { () throws(ZigguratError) in
                    try line(
                        of: list.entries[index], cost: figures.costs[index],
                        tiles: figures.tiles[index], from: base)
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
        of entry: BatchList.Entry, cost: Double, tiles: Int, from base: String
    ) throws(ZigguratError) -> [UInt8] {
        let source = try SourceIdentity(
            of: PathContents.absolute(entry.path, in: base), withChecksum: withChecksums)
        let known = basis == .headers && tiles > 0
        return try ShardTask(entry, source, tiles: known ? tiles : nil, cost: cost).line()
    }

    private func notes(on figures: Figures) -> [ExportNote] {
        var notes: [ExportNote] = []
        if let first = list.undescribed.first {
            notes.append(.undescribed(image: first, count: list.undescribed.count))
        }
        if let first = figures.unreadable.first {
            notes.append(
                .unplannedImages(
                    image: list.entries[first].path, count: figures.unreadable.count))
        }
        let share = figures.costs.reduce(0, +) / Double(count)
        let large = count > 1 ? figures.costs.indices.filter { figures.costs[$0] > share } : []
        if let first = large.max(by: { figures.costs[$0] < figures.costs[$1] }) {
            notes.append(
                .largerThanShard(image: list.entries[first].path, count: large.count))
        }
        if list.entries.count < count {
            notes.append(.emptyShards(count - list.entries.count))
        }
        return notes
    }
}

extension ExportBatch {
    /// Writes a plan that divides the images among shards.
    package func planShards(
        _ count: Int, to folder: String, options: [String], costs: ShardCost.Basis = .headers,
        withChecksums: Bool = false, cancellation: Cancellation = Cancellation(),
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws(ShardPlanner.Failures) -> ShardPlanner.Outcome {
        try ShardPlanner(
            list: list(), exporter: exporter, count: count, basis: costs,
            withChecksums: withChecksums, cancellation: cancellation
        ).write(to: folder, options: options, progress: progress)
    }
}
