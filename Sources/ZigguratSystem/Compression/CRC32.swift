internal import CSystemLibraries

/// The checksum of ZIP and gzip: CRC-32 of ISO 3309.
package enum CRC32 {
    package static func checksum(of bytes: [UInt8]) -> UInt32 { checksum(of: bytes.span.bytes) }

    package static func checksum(of bytes: RawSpan) -> UInt32 {
        bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
}
