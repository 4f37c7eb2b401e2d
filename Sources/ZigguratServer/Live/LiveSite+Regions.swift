internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem

/// Regions of exported images.
extension LiveSite {
    /// Encodes a region of an image from the tiles of its export.
    ///
    /// - Parameter isWanted: called repeatedly; `false` cancels.
    package func encoded(
        _ request: IIIFImageRequest, of job: LiveJob, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8] {
        let key = "\(job.name) \(request)"
        return try work.run(key, isWanted: isWanted) {
            nil
        } make: { isWanted throws(ZigguratError) in
            let export = "\(folder)/\(job.name)"
            let manifest = FileSystem.attributes(of: "\(export)/\(Manifest.fileName)")
            /// Whether the export was neither removed nor replaced meanwhile. Tiles of a removed
            /// export look like blank tiles.
            func isSame() -> Bool {
                manifest != nil
                    && manifest == FileSystem.attributes(of: "\(export)/\(Manifest.fileName)")
            }
            let quality = exporter.options.tiling.encoding?.quality ?? 85
            do throws(ZigguratError) {
                let region = try job.storedRegion { () throws(ZigguratError) in
                    try StoredRegion(of: export, exporter.options.formats)
                }
                let bytes = try region.encoded(
                    request, TileEncoding(request.format, quality: quality), isWanted: isWanted)
                if isSame() { return bytes }
            } catch {
                if isSame() { throw error }
            }
            throw ZigguratError(Cancelled(), export)
        }
    }
}
