internal import CSystemLibraries

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
