internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// Keeps the last mosaic, so that an export reads the headers of its pieces once.
enum MosaicCache {
    private typealias Entry = (path: String, files: FileAttributes, mosaic: Mosaic)

    private static let last = Mutex<Entry?>(nil)

    /// Returns the mosaic of a list. Reads it if the list or a piece has changed.
    ///
    /// - Parameter now: in seconds since 1970; `nil` for the time of the call.
    /// - Throws: ``SourceFailure``, about the list or a piece.
    static func mosaic(of file: SourceFile, now: Int? = nil) throws(ZigguratError) -> Mosaic {
        let files = Mosaic.attributes(file)
        if let known = last.withLock({ $0 }), known.path == file.path, known.files == files {
            return known.mosaic
        }
        let mosaic = try Mosaic(file)
        if let files, files.hasSettled(now: now) {
            last.withLock { $0 = (file.path, files, mosaic) }
        }
        return mosaic
    }
}
