internal import CImageFormats
package import ZigguratCore
package import ZigguratSystem

/// A decoder of libjpeg-turbo that has read a file's header.
///
/// `@unchecked Sendable`: one thread at a time uses a reader.
package final class JPEGReader: @unchecked Sendable {
    package let pointer: OpaquePointer
    package let file: SourceFile

    package init(_ file: SourceFile) throws(ZigguratError) {
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

    package var size: PixelSize {
        PixelSize(
            width: Int(zig_jpeg_reader_width(pointer)),
            height: Int(zig_jpeg_reader_height(pointer)))
    }

    /// The pixels of rows; `nil` for colours that this decoder does not support. CMYK is read as
    /// inverted, the form that Adobe's programs store. libvips reads all files in this way.
    package var pixels: StoredPixels? {
        StoredPixels.Colours(rawValue: Int(zig_jpeg_reader_bands(pointer))).map {
            StoredPixels(colours: $0, isInverted: $0 == .cmyk)
        }
    }

    /// Whether the image has 8 bits per sample and an undamaged header.
    package var isPlain: Bool { zig_jpeg_reader_is_plain(pointer) != 0 }

    /// Whether libjpeg holds the whole image because rows come from several scans, as in
    /// progressive files.
    package var isInScans: Bool { zig_jpeg_reader_is_in_scans(pointer) != 0 }

    /// The interval of rows at which reading can begin because a restart marker precedes them;
    /// `nil` if reading can only begin at the top.
    package var restartStep: Int? {
        let step = Int(zig_jpeg_reader_restart_step(pointer))
        return step > 0 ? step : nil
    }

    /// The size of all coefficients in memory, in bytes; `nil` if the block sizes are unknown.
    package var coefficientBytes: Int? {
        var frame = zig_jpeg_frame()
        guard zig_jpeg_reader_measure(pointer, &frame) == 0, frame.unit_height > 0 else {
            return nil
        }
        return size.height.dividedRoundingUp(by: Int(frame.unit_height))
            * Int(frame.bytes_per_unit_row)
    }

    /// Whether the file contains Exif, XMP, IPTC or a colour profile.
    package var hasMetadata: Bool { zig_jpeg_reader_has_metadata(pointer) != 0 }

    package var threadCount: Int { Int(zig_jpeg_reader_thread_count(pointer)) }

    /// Whether pixels of the rows read so far are missing or guessed.
    package var isDamaged: Bool { zig_jpeg_reader_is_damaged(pointer) != 0 }

    /// The approximate row of the first damage; `nil` if unknown.
    package var lostRow: Int? {
        let row = Int(zig_jpeg_reader_lost_row(pointer))
        return row < 0 ? nil : row
    }

    /// Checks whether blocks are left over after the last row.
    ///
    /// - Precondition: all rows are read. Call this once.
    package func finish() { zig_jpeg_reader_finish(pointer) }

    package var isTruncated: Bool { zig_jpeg_reader_is_truncated(pointer) != 0 }

    /// The largest number of scans that are decoded.
    package static let mostScans = Int(ZIG_JPEG_MOST_SCANS)

    /// Whether a JPEG in scans has too many scans, judged by its markers.
    package var hasManyScans: Bool { isInScans && zig_jpeg_has_many_scans(file.descriptor) != 0 }

    /// Returns the error after a failure.
    ///
    /// - Parameter row: the row at which reading failed; `nil` if unknown.
    package func failure(row: Int?) -> ZigguratError {
        zig_jpeg_reader_has_many_scans(pointer) != 0
            ? ZigguratError(SourceError.tooManyScans(limit: Self.mostScans), file.path)
            : ZigguratError(SourceError.invalidData(row: row), file.path, cause: failureCause)
    }

    /// The message of libjpeg about the last failure.
    package var failureCause: ZigguratError.Cause {
        .library(String(cString: zig_jpeg_reader_message(pointer)))
    }
}

extension String {
    /// Creates text from a C function's message buffer, up to the first zero.
    package init(message: [CChar]) {
        self.init(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Lets libjpeg call a Swift closure that asks whether decoding is still wanted.
package enum CancellationCallback {
    private struct Context {
        let isWanted: () -> Bool
    }

    /// Calls the body with a C callback and its context.
    ///
    /// - Parameter body: passes the callback and the context to a function of `CTurboJPEG`, which
    ///   may use them until the body returns.
    package static func ask(
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
                        // The context from above; it exists until the body returns.
                        let context = context?.assumingMemoryBound(to: Context.self)
                        return context?.pointee.isWanted() == false ? 0 : 1
                    }, context)
            }
        }
    }
}
