internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratStore
internal import ZigguratSystem

/// Range checks for the numbers in a plan. A damaged number must not overflow a sum.
extension ShardPlan {
    /// The largest valid count, size, cost or time. Integers up to this number are exact in JSON,
    /// and sums over all shards stay finite.
    static let largestNumber = Double(1 << 53)

    static func isValid(_ number: Double) -> Bool { (0...largestNumber).contains(number) }

    /// - Throws: ``ShardFailure/invalid(member:limit:)`` if a number is out of range.
    static func check(
        _ numbers: KeyValuePairs<String, Double>, of item: @autoclosure () -> String,
        in place: String
    ) throws(ZigguratError) {
        for (name, number) in numbers where !isValid(number) {
            throw ZigguratError(
                ShardFailure.invalid(member: "\(item()).\(name)", limit: largestNumber), place)
        }
    }

    /// Checks the numbers, the destination and the shards of the summary.
    func checkSummary() throws(ZigguratError) {
        let place = "\(folder)/\(Self.fileName)"
        guard !summary.shards.isEmpty else {
            throw ZigguratError(ShardFailure.invalid(member: "shards"), place)
        }
        let destination = summary.destination
        guard destination.utf8.first == UInt8(ascii: "/"), destination.utf8.count > 1 else {
            throw ZigguratError(ShardFailure.invalid(member: "destination"), place)
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
                    throw ZigguratError(ShardFailure.invalid(member: "\(item).\(member)"), place)
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
