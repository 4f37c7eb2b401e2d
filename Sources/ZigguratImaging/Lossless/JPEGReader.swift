internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// A decoder of libjpeg-turbo, with the header of a file read.
final class JPEGReader {
    let pointer: OpaquePointer
    private let file: SourceFile

    init(_ file: SourceFile) throws(ZigguratError) {
        var message = [CChar](repeating: 0, count: Int(ZIG_JPEG_MESSAGE_SIZE))
        guard let pointer = zig_jpeg_reader_open(file.descriptor, &message) else {
            throw ZigguratError.unopened(file.path, .library(String(message: message)))
        }
        self.pointer = pointer
        self.file = file
    }

    deinit {
        zig_jpeg_reader_close(pointer)
    }

    var size: PixelSize {
        PixelSize(
            width: Int(zig_jpeg_reader_width(pointer)),
            height: Int(zig_jpeg_reader_height(pointer)))
    }

    /// The pixels of rows; `nil` for colours that this decoder does not support. CMYK is inverted, as
    /// Adobe's programs store it; libvips takes all files for such.
    var pixels: StoredPixels? {
        StoredPixels.Colours(rawValue: Int(zig_jpeg_reader_bands(pointer))).map {
            StoredPixels(colours: $0, isInverted: $0 == .cmyk)
        }
    }

    /// Whether the image has 8 bits a sample and an undamaged header.
    var isPlain: Bool { zig_jpeg_reader_is_plain(pointer) != 0 }

    /// Whether rows come from several scans, as in progressive files: libjpeg holds the image.
    var isInScans: Bool { zig_jpeg_reader_is_in_scans(pointer) != 0 }

    /// The rows can be read from each multiple of so many rows on, because a restart marker precedes
    /// them; `nil` if they can only be read from the top.
    var restartStep: Int? {
        let step = Int(zig_jpeg_reader_restart_step(pointer))
        return step > 0 ? step : nil
    }

    /// The size of all coefficients in memory; `nil` if the file's blocks do not tell.
    var coefficientBytes: Int? {
        var frame = zig_jpeg_frame()
        guard zig_jpeg_reader_measure(pointer, &frame) == 0, frame.unit_height > 0 else {
            return nil
        }
        return size.height.dividedRoundingUp(by: Int(frame.unit_height))
            * Int(frame.bytes_per_unit_row)
    }

    /// Whether there is Exif, XMP, IPTC or a colour profile.
    var hasMetadata: Bool { zig_jpeg_reader_has_metadata(pointer) != 0 }

    var threadCount: Int { Int(zig_jpeg_reader_thread_count(pointer)) }

    /// Whether pixels of the rows that are read are missing or invented.
    var isDamaged: Bool { zig_jpeg_reader_is_damaged(pointer) != 0 }

    /// The row of the first damage, roughly; `nil` if it is unknown.
    var lostRow: Int? {
        let row = Int(zig_jpeg_reader_lost_row(pointer))
        return row < 0 ? nil : row
    }

    /// Looks for blocks that are left over behind the last row.
    ///
    /// - Precondition: all rows are read. It is called once.
    func finish() { zig_jpeg_reader_finish(pointer) }

    var isTruncated: Bool { zig_jpeg_reader_is_truncated(pointer) != 0 }

    /// The most scans that are decoded.
    static let mostScans = Int(ZIG_JPEG_MOST_SCANS)

    /// Whether a JPEG in scans has too many of them, as far as its markers tell.
    var hasManyScans: Bool { isInScans && zig_jpeg_has_many_scans(file.descriptor) != 0 }

    /// The error after a failure.
    ///
    /// - Parameter row: about which row, if it is known.
    func failure(row: Int?) -> ZigguratError {
        zig_jpeg_reader_has_many_scans(pointer) != 0
            ? ZigguratError(SourceFailure.tooManyScans(limit: Self.mostScans), file.path)
            : ZigguratError(SourceFailure.invalidData(row: row), file.path, cause: failureCause)
    }

    /// What libjpeg said about the last failure.
    var failureCause: ZigguratError.Cause {
        .library(String(cString: zig_jpeg_reader_message(pointer)))
    }
}

extension String {
    /// The message that a C function left in a buffer, up to its first zero.
    init(message: [CChar]) {
        self.init(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Lets libjpeg ask a Swift closure whether its work is still wanted.
enum JPEGQuestion {
    private struct Context {
        let isWanted: () -> Bool
    }

    /// - Parameter body: passes the function and its context on to a function of `CTurboJPEG`,
    ///   which may call it until the body returns.
    static func ask(
        _ isWanted: () -> Bool,
        _ body: (
            _ function: @convention(c) (UnsafeMutableRawPointer?) -> Int32,
            _ context: UnsafeMutableRawPointer
        ) -> Int32
    ) -> Int32 {
        withoutActuallyEscaping(isWanted) { isWanted in
            var context = Context(isWanted: isWanted)
            return withUnsafeMutablePointer(to: &context) { context in
                body(
                    { context in
                        // The context above, which lives until the body returns.
                        let context = context?.assumingMemoryBound(to: Context.self)
                        return context?.pointee.isWanted() == false ? 0 : 1
                    }, context)
            }
        }
    }
}
