internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Compresses data as a zlib stream (RFC 1950) with libdeflate.
///
/// The bytes depend only on the data and the level. ISA-L 2.30 is twice as fast, but its hash of
/// the third byte depends on the address of its state. With ISA-L, repetitive tiles would differ
/// between runs.
final class ZlibDeflater {
    private let compressor: OpaquePointer

    /// Creates a compressor.
    ///
    /// - Parameters:
    ///   - level: the compression level: 1 (fastest) to 12 (smallest file).
    ///   - format: the format of the file, for errors.
    init(level: Int, of format: TileFormat) throws(ZigguratError) {
        guard let compressor = libdeflate_alloc_compressor(Int32(level)) else {
            throw ZigguratError(EncoderError.outOfMemory(format))
        }
        self.compressor = compressor
    }

    deinit {
        libdeflate_free_compressor(compressor)
    }

    /// Returns the largest size of compressed data, in bytes.
    func bound(_ length: Int) -> Int {
        libdeflate_zlib_compress_bound(compressor, length)
    }

    /// Compresses data.
    ///
    /// - Parameter room: a buffer of ``bound(_:)`` bytes.
    /// - Returns: the compressed length in bytes; `nil` on failure.
    func compress(
        _ source: UnsafeBufferPointer<UInt8>, into room: UnsafeMutableRawBufferPointer
    ) -> Int? {
        let length = libdeflate_zlib_compress(
            compressor, source.baseAddress, source.count, room.baseAddress, room.count)
        return length > 0 ? length : nil
    }
}
