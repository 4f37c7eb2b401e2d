internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// Reads the stored rows of a JPEG through libjpeg-turbo, which costs less a row than libvips.
final class JPEGRowReader: RowReader {
    let size: PixelSize
    let pixels: StoredPixels
    private let path: String
    private let reader: JPEGReader
    private var rowsRead = 0

    /// - Parameter coefficients: those of the file, to be read with the rows.
    /// - Returns: `nil` if the file is a JPEG of a kind that libvips has to read.
    init?(path: String, with coefficients: JPEGCoefficients? = nil) throws(ZigguratError) {
        self.path = path
        if let coefficients {
            reader = coefficients.reader
        } else {
            reader = try JPEGReader(SourceFile(path: path))
        }
        size = reader.size
        guard let pixels = reader.pixels else { return nil }
        self.pixels = pixels
    }

    var bands: Int { pixels.bands }

    /// How many threads beside this one have read the file's scans.
    var threadCount: Int { reader.threadCount }

    /// Starts the decoder, which reads a progressive file to its end, a large one on a thread for each
    /// component. Failures show when rows are read.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels, and makes the reader
    ///   useless.
    func start(isWanted: () -> Bool) throws(ZigguratError) {
        let status = JPEGQuestion.ask(isWanted) { zig_jpeg_reader_start(reader.pointer, $0, $1) }
        if status == ZIG_JPEG_CANCELLED { throw ZigguratError(Cancelled(), path) }
    }

    /// libjpeg decodes skipped rows of a sequential file only partly. It reads the last MCU rows,
    /// because the next rows are interpolated from them.
    func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        try start(isWanted: isWanted)
        var left = count
        while left > 0 {
            let next = Int32(min(left, Self.skippedRows))
            guard zig_jpeg_reader_skip(reader.pointer, next) == 0 else {
                throw ZigguratError(
                    SourceFailure.invalidData(row: rowsRead), path, cause: reader.failureCause)
            }
            try advance(Int(next))
            left -= Int(next)
            guard isWanted() else { throw ZigguratError(Cancelled(), path) }
        }
    }

    private static let skippedRows = 1024

    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        guard let first = rows.baseAddress else { return }
        guard zig_jpeg_reader_read(reader.pointer, first, Int32(rows.count)) == 0 else {
            throw ZigguratError(
                SourceFailure.invalidData(row: rowsRead), path, cause: reader.failureCause)
        }
        try advance(rows.count)
    }

    /// Counts rows that are read or skipped.
    private func advance(_ rows: Int) throws(ZigguratError) {
        rowsRead += rows
        if reader.isTruncated {
            throw ZigguratError(
                SourceFailure.truncated(row: rowsRead - rows, of: size.height), path)
        }
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
