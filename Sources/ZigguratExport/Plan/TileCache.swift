package import ZigguratSystem

/// Finds tiles that are encoded already.
package protocol TileCache: Sendable {
    /// The tiles that an export would encode with the same bytes.
    ///
    /// - Throws: ``ZigguratError`` if the cache cannot be read.
    func tiles(
        of plan: ExportPlan, _ options: Exporter.Options
    ) throws(ZigguratError) -> any EncodedTiles
}

/// Encoded tiles of an image.
package protocol EncodedTiles {
    var isEmpty: Bool { get }

    /// Links the tiles into the folder of an export, or copies them.
    ///
    /// - Returns: the hash of each file's bytes by the hash of its path, as in a journal.
    func link(into folder: String) throws(ZigguratError) -> [UInt64: UInt64]
}
