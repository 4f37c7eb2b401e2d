internal import CSystemLibraries

/// Decompresses Deflate (RFC 1951) with libdeflate, and the beginning of a file with ISA-L.
package enum Inflate {
    /// Decompresses data without a header, as in ZIP.
    ///
    /// - Parameter byteCount: the expected length after decompression, in bytes.
    /// - Returns: `nil` if the data is damaged or has another length.
    package static func raw(_ bytes: [UInt8], byteCount: Int) -> [UInt8]? {
        guard byteCount >= 0 else { return nil }
        return decompressed(bytes, room: byteCount) { decompressor, input, output, _ in
            libdeflate_deflate_decompress(
                decompressor, input.baseAddress, input.count, output.baseAddress, output.count, nil)
        }
    }

    /// Decompresses a gzip file (RFC 1952); `nil` if the file is damaged or larger than the limit.
    package static func gzip(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        decompressed(bytes, limit: limit) { decompressor, input, output, count in
            libdeflate_gzip_decompress(
                decompressor, input.baseAddress, input.count, output.baseAddress, output.count,
                count)
        }
    }

    /// Decompresses the beginning of a gzip file with ISA-L.
    ///
    /// - Parameters:
    ///   - bytes: the beginning of the file, or all of it.
    ///   - limit: the maximum length of the result, in bytes.
    /// - Returns: the bytes before the limit, the end of the input or the first damage. Empty if
    ///   the header is damaged.
    package static func beginning(ofGzip bytes: [UInt8], limit: Int) -> [UInt8] {
        guard limit > 0, let inputCount = UInt32(exactly: bytes.count) else { return [] }
        let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
        defer { state.deallocate() }
        isal_inflate_init(state)
        state.pointee.crc_flag = UInt32(ISAL_GZIP)
        var input = bytes
        return input.withUnsafeMutableBufferPointer { buffer in
            let start = buffer.baseAddress
            return [UInt8](unsafeUninitializedCapacity: limit) { output, count in
                state.pointee.next_in = start
                state.pointee.avail_in = inputCount
                state.pointee.next_out = output.baseAddress
                state.pointee.avail_out = UInt32(clamping: limit)
                // After damage, the bytes that precede it are in the output.
                _ = isal_inflate(state)
                count = min(limit, Int(UInt32(clamping: limit) - state.pointee.avail_out))
            }
        }
    }

    /// Decompresses zlib data (RFC 1950), which other bytes may follow; `nil` if the data is
    /// damaged or larger than the limit.
    package static func zlib(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        decompressed(bytes, limit: limit) { decompressor, input, output, count in
            libdeflate_zlib_decompress(
                decompressor, input.baseAddress, input.count, output.baseAddress, output.count,
                count)
        }
    }

    private typealias Call = (
        OpaquePointer, UnsafeRawBufferPointer, UnsafeMutableBufferPointer<UInt8>,
        UnsafeMutablePointer<Int>
    ) -> libdeflate_result

    /// Decompresses data of an unknown length.
    private static func decompressed(_ bytes: [UInt8], limit: Int, _ call: Call) -> [UInt8]? {
        var room = min(limit, max(4096, bytes.count * 8))
        while true {
            var status = LIBDEFLATE_BAD_DATA
            let result = decompressed(bytes, room: room) { decompressor, input, output, count in
                status = call(decompressor, input, output, count)
                return status
            }
            if let result { return result }
            guard status == LIBDEFLATE_INSUFFICIENT_SPACE, room < limit else { return nil }
            room = min(limit, room * 4)
        }
    }

    private static func decompressed(_ bytes: [UInt8], room: Int, _ body: Call) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var isGood = false
        let result = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            var written = room
            isGood =
                bytes.withUnsafeBytes {
                    body(
                        decompressor, $0, UnsafeMutableBufferPointer(rebasing: output[..<room]),
                        &written)
                } == LIBDEFLATE_SUCCESS
            count = isGood ? written : 0
        }
        return isGood ? result : nil
    }
}

/// Compresses bytes with libdeflate.
package enum Gzip {
    private static let level: Int32 = 9

    /// Returns a gzip file (RFC 1952) without a name and a date; `nil` if memory runs out.
    package static func file(of bytes: [UInt8]) -> [UInt8]? {
        guard let compressor = libdeflate_alloc_compressor(level) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
        let file = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = bytes.withUnsafeBytes { input in
                libdeflate_gzip_compress(
                    compressor, input.baseAddress, input.count, output.baseAddress, bound)
            }
        }
        return file.isEmpty ? nil : file
    }
}

/// A part of a file with raw Deflate data (RFC 1951), without a header, as in ZIP.
package struct DeflatedPart: Sendable {
    package let file: RandomAccessFile
    /// The position of the compressed bytes in the file.
    package let range: Range<Int>
    /// The number of bytes after decompression.
    package let byteCount: Int
    /// The CRC-32 of the decompressed bytes.
    package let checksum: UInt32

    package init(_ file: RandomAccessFile, _ range: Range<Int>, byteCount: Int, checksum: UInt32) {
        (self.file, self.range) = (file, range)
        (self.byteCount, self.checksum) = (byteCount, checksum)
    }
}

/// Why a part of a file cannot be decompressed.
package enum InflateError: Error {
    /// The data is damaged, or its length or checksum is wrong.
    case damaged
    case unreadable
}

/// Decompresses a part of a file sequentially, with ISA-L. The memory is small and independent of
/// the size of the part.
package final class InflateStream {
    private let part: DeflatedPart
    private let state: UnsafeMutablePointer<inflate_state>
    private let input: UnsafeMutableRawBufferPointer
    /// The offset of the next compressed bytes in the file.
    private var place: Int
    private var checksum: UInt32 = 0
    /// The number of bytes decompressed so far.
    package private(set) var count = 0

    private static let inputBytes = 1 << 14

    package init(_ part: DeflatedPart) {
        self.part = part
        place = part.range.lowerBound
        input = .allocate(byteCount: Self.inputBytes, alignment: 16)
        state = .allocate(capacity: 1)
        isal_inflate_init(state)
        state.pointee.crc_flag = UInt32(ISAL_DEFLATE)
    }

    deinit {
        state.deallocate()
        input.deallocate()
    }

    /// Fills the buffer with the next bytes, up to the end of the part.
    ///
    /// The last bytes are delivered only if the length and the checksum are right.
    ///
    /// - Returns: the number of bytes.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InflateError) -> Int {
        let wanted = min(buffer.count, part.byteCount - count)
        guard wanted > 0 else { return 0 }
        state.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_out = UInt32(clamping: wanted)
        while state.pointee.avail_out > 0 { try step() }
        checksum = UInt32(libdeflate_crc32(checksum, buffer.baseAddress, wanted))
        count += wanted
        if count == part.byteCount { try checkEnd() }
        return wanted
    }

    /// Decompresses and discards the next bytes, up to the end of the part.
    package func skip(_ count: Int) throws(InflateError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 15, alignment: 16)
        defer { buffer.deallocate() }
        var left = count
        while left > 0 {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(left))
            let done = try read(into: part)
            guard done > 0 else { return }
            left -= done
        }
    }

    private func step() throws(InflateError) {
        let before = (state.pointee.avail_out, state.pointee.avail_in)
        guard isal_inflate(state) == ISAL_DECOMP_OK else { throw .damaged }
        guard before == (state.pointee.avail_out, state.pointee.avail_in) else { return }
        // The decompressor made no progress: it neither read nor wrote a byte.
        guard state.pointee.block_state != ISAL_BLOCK_FINISH, place < part.range.upperBound else {
            throw .damaged
        }
        let room = min(Self.inputBytes, part.range.upperBound - place)
        let bytes = UnsafeMutableRawBufferPointer(rebasing: input[..<room])
        guard
            let read = FileTransfer.read(into: bytes, from: part.file.handle.descriptor, at: place)
        else { throw .unreadable }
        guard read == room else { throw .damaged }
        place += read
        state.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_in = UInt32(read)
    }

    /// Checks that the compressed data ends here, too.
    private func checkEnd() throws(InflateError) {
        guard checksum == part.checksum else { throw .damaged }
        var surplus: UInt8 = 0
        try withUnsafeMutablePointer(to: &surplus) { byte throws(InflateError) in
            state.pointee.next_out = byte
            state.pointee.avail_out = 1
            while state.pointee.block_state != ISAL_BLOCK_FINISH {
                try step()
                guard state.pointee.avail_out == 1 else { throw .damaged }
            }
        }
    }
}

/// The checksum of ZIP and gzip: CRC-32 of ISO 3309.
package enum CRC32 {
    package static func checksum(of bytes: [UInt8]) -> UInt32 { checksum(of: bytes.span.bytes) }

    package static func checksum(of bytes: RawSpan) -> UInt32 {
        bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
}
