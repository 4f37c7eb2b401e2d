internal import Glibc
internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// Keeps the last mosaic: an export asks for it several times, and each time the headers of all pieces
/// would be read.
enum MosaicCache {
    private typealias Entry = (path: String, files: FileAttributes, mosaic: Mosaic)

    private static let last = Mutex<Entry?>(nil)

    /// Returns the mosaic of a list. Reads it if the list or a piece has changed.
    ///
    /// - Throws: ``SourceFailure``, about the list or a piece.
    static func mosaic(of file: SourceFile) throws(ZigguratError) -> Mosaic {
        let files = Mosaic.attributes(file)
        if let known = last.withLock({ $0 }), known.path == file.path, known.files == files {
            return known.mosaic
        }
        let mosaic = try Mosaic(file)
        // Times are too coarse to show every change of a file that has just changed.
        if let files, time(nil) - files.changed.seconds > 2 {
            last.withLock { $0 = (file.path, files, mosaic) }
        }
        return mosaic
    }
}
