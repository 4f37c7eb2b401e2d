internal import CSystemLibraries

/// Compresses by Deflate, through libdeflate.
package enum Gzip {
    private static let level: Int32 = 9

    /// A gzip file (RFC 1952) of some bytes, without a name and a date; `nil` where there is no
    /// memory for it.
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
