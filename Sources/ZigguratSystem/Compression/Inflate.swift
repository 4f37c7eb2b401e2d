internal import CSystemLibraries

/// Decompresses Deflate (RFC 1951) with libdeflate.
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
