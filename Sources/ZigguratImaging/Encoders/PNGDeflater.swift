internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratSystem

/// Compresses data as a zlib stream (RFC 1950): by ISA-L at level 1, which is several times faster,
/// and by libdeflate above, which makes smaller files.
final class PNGDeflater {
    /// `nil` at level 1.
    private let compressor: OpaquePointer?
    private let stream = UnsafeMutablePointer<isal_zstream>.allocate(capacity: 1)
    private let workspace = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ZIG_ISAL_LEVEL_1_SIZE, alignment: 64)

    /// - Parameter level: 1 (quickest) to 12 (smallest file).
    init(level: Int) throws(ZigguratError) {
        compressor = level > 1 ? libdeflate_alloc_compressor(Int32(level)) : nil
        guard level == 1 || compressor != nil else {
            throw ZigguratError(EncodingFailure.outOfMemory(.png))
        }
    }

    deinit {
        if let compressor { libdeflate_free_compressor(compressor) }
        stream.deallocate()
        workspace.deallocate()
    }

    /// The largest size of compressed data: stored blocks of less than 64 KiB with five bytes each,
    /// between the header and the checksum.
    func bound(_ length: Int) -> Int {
        max(
            length + (length / 65_535 + 1) * 5 + 64,
            libdeflate_zlib_compress_bound(compressor, length))
    }

    /// - Parameter room: a buffer of ``bound(_:)`` bytes.
    /// - Returns: the compressed length; `nil` on failure.
    func compress(
        _ source: UnsafeMutableBufferPointer<UInt8>, into room: UnsafeMutableRawBufferPointer
    ) -> Int? {
        if let compressor {
            let length = libdeflate_zlib_compress(
                compressor, source.baseAddress, source.count, room.baseAddress, room.count)
            return length > 0 ? length : nil
        }
        isal_deflate_stateless_init(stream)
        // Left as it was by the line above; 0 stands for the largest window.
        stream.pointee.hist_bits = 0
        stream.pointee.level = 1
        stream.pointee.level_buf = workspace.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.level_buf_size = UInt32(workspace.count)
        stream.pointee.gzip_flag = UInt16(IGZIP_ZLIB)
        stream.pointee.end_of_stream = 1
        stream.pointee.next_in = source.baseAddress
        stream.pointee.avail_in = UInt32(source.count)
        stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(min(room.count, bound(source.count)))
        let status = isal_deflate_stateless(stream)
        return status == COMP_OK ? Int(stream.pointee.total_out) : nil
    }
}
