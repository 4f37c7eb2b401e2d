internal import CDeflate
public import ZigguratCore

/// Checksums and compression through libdeflate.
public enum Deflate {
    /// The CRC-32 of PNG, ZIP and gzip.
    public static func crc32(_ bytes: RawSpan) -> UInt32 {
        bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }

    /// A gzip file of the bytes, without a name and a date.
    ///
    /// - Throws: ``ZigguratError`` where there is no memory for it.
    public static func gzip(_ bytes: [UInt8]) throws(ZigguratError) -> [UInt8] {
        let level: Int32 = 9
        guard let compressor = libdeflate_alloc_compressor(level) else {
            throw ZigguratError(.renderingFailed, "", "there is no memory to compress with")
        }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
        let file = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = bytes.withUnsafeBytes { input in
                libdeflate_gzip_compress(
                    compressor, input.baseAddress, input.count, output.baseAddress, bound)
            }
        }
        guard !file.isEmpty else {
            throw ZigguratError(.renderingFailed, "", "libdeflate could not compress a directory")
        }
        return file
    }
}
