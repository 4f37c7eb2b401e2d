internal import CSystem
internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Reads the headers of pieces. Keeps the last container file open, for further pieces in it.
struct PieceOpener {
    private var file: SourceFile?

    /// - Parameter bytes: the byte range of the piece in the file; `nil` for the whole file.
    /// - Returns: the piece, and the bytes that its reader takes. If the piece is a part of a file,
    ///   only its header can be used, because its in-memory file is closed.
    package mutating func open(
        _ path: String, _ bytes: Range<Int>?, bits: Int
    ) throws(ZigguratError) -> (source: SourceImage, readerBytes: Int) {
        guard let bytes else {
            try SourceFile.check(path)
            let source = try Self.source(path, bits: bits)
            defer { source.closeFile() }
            return (source, Self.readerBytes(of: source))
        }
        if file?.path != path {
            try SourceFile.check(path)
            file = try SourceFile(path: path)
        }
        guard let file else { throw ZigguratError(SourceError.unreadable, path) }
        let part = try PieceFile(file, bytes)
        do throws(ZigguratError) {
            let source = try Self.source(part.path, bits: bits)
            defer { source.closeFile() }
            return (source, Self.readerBytes(of: source) + bytes.count)
        } catch {
            throw error.about(path)
        }
    }

    /// Opens a file of a format whose decoder runs in this process.
    ///
    /// - Throws: ``SourceError/mosaic(_:)`` if the format needs another process, or is composite.
    package static func source(_ path: String, bits: Int) throws(ZigguratError) -> SourceImage {
        guard Decoders.isRecognisedHere(path),
            let file = try? SourceFile(path: path),
            Decoders.recognising(file)?.traits.isComposite == false
        else { throw ZigguratError(SourceError.mosaic(.pieceFormat), path) }
        return try SourceImage(path: path, request: SourceRequest(sampleBits: bits))
    }

    private static func readerBytes(of source: SourceImage) -> Int {
        let rows = source.directMemory(threadCount: 1)?.chunkHeight ?? RowChunk.height
        let header = source.header
        return source.decodingBytes(threadCount: 1)
            + min(rows, header.size.height) * header.size.width * header.bytesPerPixel
    }
}

/// An in-memory file with a part of a larger file, such as a tile in an archive. Readers open the
/// in-memory file by its path, until it is closed.
final class PieceFile: Sendable {
    private let descriptor: Int32

    /// Copies a part of a file.
    ///
    /// - Throws: ``SourceError`` about the larger file.
    convenience init(_ file: SourceFile, _ part: Range<Int>) throws(ZigguratError) {
        let bytes = file.bytes(part.count, at: part.lowerBound)
        guard bytes.count == part.count else {
            throw ZigguratError(SourceError.truncated(row: nil, of: nil), file.path)
        }
        try self.init(bytes, of: file.path)
    }

    /// - Parameter path: the path of the larger file, for errors.
    init(_ bytes: [UInt8], of path: String) throws(ZigguratError) {
        descriptor = zig_spool_in_memory()
        guard descriptor >= 0, FileTransfer.write(bytes.span.bytes, to: descriptor, at: 0) else {
            throw ZigguratError(SourceError.unreadable, path, cause: .lastSystemError)
        }
    }

    deinit {
        close(descriptor)
    }

    package var path: String { "/proc/self/fd/\(descriptor)" }
}
