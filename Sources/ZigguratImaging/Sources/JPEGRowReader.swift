internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// Reads an ordinary JPEG, grey or YCbCr and upright, through libjpeg-turbo itself: less work a row
/// than through libvips.
///
/// `@unchecked Sendable`: one thread has it at a time. ``start(isWanted:)`` lends it to another one,
/// and either waits for that or never touches the decoder again.
final class JPEGRowReader: RowReader, @unchecked Sendable {
    let size: PixelSize
    let bands: Int
    private let file: SourceFile
    private let reader: OpaquePointer
    private var rowsRead = 0

    /// - Returns: `nil` where the file is a JPEG of a kind that libvips reads better.
    init?(path: String) throws(ZigguratError) {
        file = try SourceFile(path: path)
        var message = [CChar](repeating: 0, count: Int(ZIG_JPEG_MESSAGE_SIZE))
        guard let reader = zig_jpeg_reader_open(file.descriptor, &message) else {
            throw ZigguratError(
                .invalidSource, path, "it is no readable JPEG (\(String(message: message)))")
        }
        self.reader = reader
        size = PixelSize(
            width: Int(zig_jpeg_reader_width(reader)), height: Int(zig_jpeg_reader_height(reader)))
        bands = Int(zig_jpeg_reader_bands(reader))
        if bands == 0 { return nil }
    }

    deinit {
        zig_jpeg_reader_close(reader)
    }

    /// Has the decoder read a progressive file to its end, on a thread that can be left alone. What
    /// goes wrong shows when rows are read.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels, and makes the reader
    ///   useless.
    func start(isWanted: () -> Bool) throws(ZigguratError) {
        try LeavableWork.run(isWanted: isWanted) { _ = zig_jpeg_reader_start(self.reader) }
    }

    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        guard let first = rows.baseAddress else { return }
        let status = zig_jpeg_reader_read(reader, first, Int32(rows.count))
        if status != 0 {
            let message = String(cString: zig_jpeg_reader_message(reader))
            throw ZigguratError(
                .invalidSource, file.path, "its picture breaks off at row \(rowsRead) (\(message))",
                remedy: "get a good copy of it")
        }
        if zig_jpeg_reader_is_truncated(reader) != 0 {
            throw ZigguratError(
                .truncatedSource, file.path,
                "the file ends early, at or before row \(rowsRead + rows.count)",
                remedy: "get a complete copy of it")
        }
        rowsRead += rows.count
    }
}
