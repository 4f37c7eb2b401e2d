internal import CImageFormats
internal import Synchronization
internal import ZigguratCore
internal import ZigguratImaging

/// The index of a JPEG: where each MCU row begins, so that bands can be decoded separately. It grows
/// while threads decode bands.
///
/// `@unchecked Sendable`: only the thread that holds the lock extends the index. Decoders read only
/// the rows that are ready.
final class JPEGBandIndex: @unchecked Sendable {
    let pointer: OpaquePointer
    /// The file, which has to be open as long as the index exists.
    let file: SourceFile
    private let extending = Mutex(())
    /// Whether threads scan pieces of the file. Set before threads decode bands.
    private(set) var isDivided = false

    /// - Returns: `nil` if bands of the file cannot be decoded separately.
    init?(_ file: SourceFile) {
        guard let pointer = zig_jpeg_bands_open(file.descriptor) else { return nil }
        self.pointer = pointer
        self.file = file
    }

    deinit { zig_jpeg_bands_close(pointer) }

    var size: PixelSize {
        PixelSize(
            width: Int(zig_jpeg_bands_width(pointer)), height: Int(zig_jpeg_bands_height(pointer)))
    }

    /// The samples of a stored pixel: 1, 3 or 4.
    var samples: Int { Int(zig_jpeg_bands_samples(pointer)) }

    /// The number of rows at whose multiples bands begin, after subtracting ``rowOffset``.
    var rowStep: Int { Int(zig_jpeg_bands_row_step(pointer)) }
    var rowOffset: Int { Int(zig_jpeg_bands_row_offset(pointer)) }

    /// The number of rows that two adjacent bands both decode.
    var extraRows: Int { Int(zig_jpeg_bands_extra_rows(pointer)) }

    private var readyRows: Int { Int(zig_jpeg_bands_ready_rows(pointer)) }

    /// The bytes of a piece, and the bytes between two recorded blocks of a piece. With shorter pieces,
    /// the MCUs of more pieces are searched. With a longer distance, the thread that extends the index
    /// reads more MCUs.
    static let pieceLength = 262_144
    static let recordDistance = 512

    /// Divides the scan of a file without restart markers into pieces, before bands are decoded.
    ///
    /// - Parameter threads: the number of threads that scan pieces.
    func divideScan(
        threads: Int, length: Int = pieceLength, distance: Int = recordDistance
    ) {
        isDivided = zig_jpeg_bands_divide(
            pointer, Int32(2 * threads), Int32(length), Int32(distance))
    }

    /// Scans the next piece of the file.
    ///
    /// - Returns: `false` if all pieces in memory are scanned, or the scan is not divided.
    func scanPiece() -> Bool { zig_jpeg_bands_scan_piece(pointer) != 0 }

    /// Extends the index until all rows above a row can be decoded.
    ///
    /// - Parameter step: the number of rows after which a thread scans pieces again.
    /// - Returns: whether they can be decoded; `false` if the file is damaged or unusual there.
    func extend(to row: Int, step: Int) -> Bool {
        while readyRows < row {
            if scanPiece() { continue }
            let isExtended = extending.withLock { _ in
                let ready = readyRows
                let end = isDivided ? min(row, ready + step) : row
                return ready >= row || zig_jpeg_bands_extend(pointer, Int32(end)) > ready
            }
            // The index does not grow after damage.
            guard isExtended else { return false }
        }
        return true
    }

    /// The number of times that the index continued at a recorded block of a piece. Not used while
    /// threads extend the index.
    var jumpCount: Int { zig_jpeg_bands_jump_count(pointer) }

    /// Whether the rows of an index, and the end of the rows, equal those of another index.
    func isEqual(to other: JPEGBandIndex) -> Bool {
        zig_jpeg_bands_is_equal(pointer, other.pointer)
    }

    /// Extends the index for other threads, in steps, as long as none of them extends it.
    ///
    /// - Parameters:
    ///   - row: the end of the rows that will be needed soon.
    ///   - step: the number of rows after which other threads can take the lock.
    func extendAhead(to row: Int, step: Int) {
        let end = min(row, size.height)
        var ready = readyRows
        while ready < end {
            let next = Int32(min(ready + step, end))
            let extended = extending.withLockIfAvailable { _ in
                Int(zig_jpeg_bands_extend(pointer, next))
            }
            // The index does not grow after damage.
            guard let extended, extended > ready else { return }
            ready = extended
        }
    }
}
