internal import CSystem
internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// An in-memory file with a part of a larger file, such as a tile in an archive. Readers open the
/// in-memory file by its path, until it is closed.
final class PieceFile: Sendable {
    private let descriptor: Int32

    /// Copies a part of a file.
    ///
    /// - Throws: ``SourceFailure`` about the larger file.
    convenience init(_ file: SourceFile, _ part: Range<Int>) throws(ZigguratError) {
        let bytes = file.bytes(part.count, at: part.lowerBound)
        guard bytes.count == part.count else {
            throw ZigguratError(SourceFailure.truncated(row: nil, of: nil), file.path)
        }
        try self.init(bytes, of: file.path)
    }

    /// - Parameter path: the path of the larger file, for errors.
    init(_ bytes: [UInt8], of path: String) throws(ZigguratError) {
        descriptor = zig_spool_in_memory()
        guard descriptor >= 0, FileTransfer.write(bytes.span.bytes, to: descriptor, at: 0) else {
            throw ZigguratError(SourceFailure.unreadable, path, cause: .lastSystemError)
        }
    }

    deinit {
        close(descriptor)
    }

    package var path: String { "/proc/self/fd/\(descriptor)" }
}
