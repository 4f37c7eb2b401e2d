import ZigguratSystem

/// Corrects the checksums in inputs, because files with a wrong checksum are rejected early.
enum Checksummed {
    /// The input, with its last 8 bytes replaced by the XXH3 of the bytes before them.
    static func withHash(_ input: [UInt8]) -> [UInt8] {
        let content = Array(input.dropLast(8))
        return content + little(hash(content))
    }

    static func hash(_ bytes: [UInt8]) -> UInt64 { XXH3.hash(bytes.span.bytes) }

    static func little(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}
