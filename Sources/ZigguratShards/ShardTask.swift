internal import ZigguratCore
package import ZigguratExport
package import ZigguratStore
internal import ZigguratSystem

/// A task of a shard: the export of one image, or the tiles of a band of it.
package struct ShardTask: Sendable, Codable {
    /// A part of an image that is divided among shards.
    package struct Band: Hashable, Sendable, Codable {
        /// From 1: in rows of bands from the top, each from the left to the right.
        package let number: Int
        /// The number of bands of the image.
        package let count: Int
        /// The rows of the image.
        package let rows: Range<Int>
        /// The columns of the image.
        package let columns: Range<Int>
    }

    /// The source file when the shard was planned.
    package let source: SourceIdentity
    /// The name of the export.
    package let name: String
    /// The page of a file with several pages; `nil` is the page of the options.
    package let page: Int?
    /// The name of an associated image of a slide; `nil` for the main image.
    package let associatedImage: String?
    /// The metadata record of the image.
    package let record: ImageRecord?
    /// `nil` for the whole image.
    package let band: Band?
    /// The number of tiles; `nil` if the header was not read.
    package let tiles: Int?
    /// In the unit of the plan's ``ShardCost/Basis``.
    package let cost: Double

    init(
        _ entry: BatchList.Entry, _ source: SourceIdentity, band: Band? = nil, tiles: Int?,
        cost: Double
    ) {
        self.band = band
        self.source = source
        (name, page, associatedImage) = (entry.name, entry.page, entry.associatedImage)
        record = entry.record
        (self.tiles, self.cost) = (tiles, cost)
    }

    /// The task as an entry of a batch.
    var entry: BatchList.Entry {
        var entry = BatchList.Entry(
            path: source.path, name: name, page: page, associatedImage: associatedImage,
            record: record)
        entry.identity = source
        return entry
    }

    /// Returns the task as a line of a shard's file. `JSONEncoder` takes ten times as long.
    func line() throws(ZigguratError) -> [UInt8] {
        var record: JSONValue?
        if let own = self.record {
            record = JSONValue(parsing: try BundleFile.jsonLine("", own).bytes)
        }
        let value = JSONValue.object(present: [
            "name": .string(name),
            "source": .object(present: [
                "path": .string(source.path), "bytes": .integer(source.bytes),
                "modified": .string(source.modified),
                "sha256": source.sha256.map(JSONValue.string),
            ]),
            "page": page.map(JSONValue.integer),
            "associatedImage": associatedImage.map(JSONValue.string),
            "record": record, "band": band?.document, "tiles": tiles.map(JSONValue.integer),
            "cost": .number(cost),
        ])
        return try BundleFile.jsonLine("", value).bytes
    }
}

extension ShardTask.Band {
    fileprivate var document: JSONValue {
        .object(present: [
            "number": .integer(number), "count": .integer(count),
            "rows": Self.array(rows), "columns": Self.array(columns),
        ])
    }

    private static func array(_ range: Range<Int>) -> JSONValue {
        .array([.integer(range.lowerBound), .integer(range.upperBound)])
    }
}
