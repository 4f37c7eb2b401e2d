package import ZigguratSystem

/// A cache of encoded tiles.
package protocol TileCache: Sendable {
    /// Returns the cached tiles whose bytes equal the tiles that an export would encode.
    ///
    /// - Throws: ``ZigguratError`` if the cache cannot be read.
    func tiles(
        of plan: ExportPlan, _ options: Exporter.Options
    ) throws(ZigguratError) -> any EncodedTiles
}

/// Encoded tiles of an image.
package protocol EncodedTiles {
    var isEmpty: Bool { get }

    /// Links the tiles into the folder of an export, or copies them if links fail.
    ///
    /// - Returns: the hash of each file's bytes by the hash of the file's path, as in
    ///   ``ExportJournal``.
    func link(into folder: String) throws(ZigguratError) -> [UInt64: UInt64]
}
