internal import ZigguratCore
package import ZigguratExport
package import ZigguratStore
internal import ZigguratSystem

/// A task of a shard: the export of an image, or the tiles of a band of an image.
package struct ShardTask: Sendable, Codable {
    /// A part of an image that is divided among shards.
    package struct Band: Hashable, Sendable, Codable {
        /// The number of the band, from 1. Bands are numbered in rows from top to bottom, and in
        /// each row from left to right.
        package let number: Int
        /// The number of bands of the image.
        package let count: Int
        /// The range of the band's rows in the image.
        package let rows: Range<Int>
        /// The range of the band's columns in the image.
        package let columns: Range<Int>
    }

    /// The identity of the source file when the shard was planned.
    package let source: SourceIdentity
    /// The name of the export.
    package let name: String
    /// The page of a file with several pages; `nil` means the page in the options.
    package let page: Int?
    /// The name of an associated image of a slide; `nil` for the main image.
    package let associatedImage: String?
    /// The metadata record of the image.
    package let record: ImageRecord?
    /// The band; `nil` for the whole image.
    package let band: Band?
    /// The number of tiles; `nil` if the header was not read.
    package let tiles: Int?
    /// The cost, in the unit of the plan's ``ShardCost/Basis``.
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

    /// Returns the task as one line of a shard's file. `JSONEncoder` would take ten times as long.
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
