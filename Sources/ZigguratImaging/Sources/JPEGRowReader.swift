internal import CTurboJPEG
internal import Glibc
internal import ZigguratCore

/// Reads an ordinary JPEG, grey or YCbCr and upright, through libjpeg-turbo itself: less work a row
/// than through libvips.
final class JPEGRowReader: RowReader {
    let size: PixelSize
    let bands: Int
    private let path: String
    private let descriptor: Int32
    private let reader: OpaquePointer
    private var rowsRead = 0

    /// - Returns: `nil` where the file is a JPEG of a kind that libvips reads better.
    init?(path: String) throws(ZigguratError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ZigguratError(
                .unreadableSource, path, "it cannot be opened (\(String(cString: strerror(errno))))"
            )
        }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        self.path = path
        var message = [CChar](repeating: 0, count: Int(ZIG_JPEG_MESSAGE_SIZE))
        guard let reader = zig_jpeg_reader_open(descriptor, &message) else {
            close(descriptor)
            throw ZigguratError(
                .invalidSource, path, "it is no readable JPEG (\(Self.text(message)))")
        }
        self.reader = reader
        size = PixelSize(
            width: Int(zig_jpeg_reader_width(reader)), height: Int(zig_jpeg_reader_height(reader)))
        bands = Int(zig_jpeg_reader_bands(reader))
        if bands == 0 { return nil }
    }

    deinit {
        zig_jpeg_reader_close(reader)
        close(descriptor)
    }

    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        guard let first = rows.baseAddress else { return }
        let status = zig_jpeg_reader_read(reader, first, Int32(rows.count))
        if status != 0 {
            let message = String(cString: zig_jpeg_reader_message(reader))
            throw ZigguratError(
                .invalidSource, path, "its picture breaks off at row \(rowsRead) (\(message))")
        }
        if zig_jpeg_reader_is_truncated(reader) != 0 {
            throw ZigguratError(
                .truncatedSource, path,
                "the file ends early, at or before row \(rowsRead + rows.count)",
                remedy: "get a complete copy of it")
        }
        rowsRead += rows.count
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
