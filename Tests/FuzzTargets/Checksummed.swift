import ZigguratSystem

/// Corrects the checksums of files that are rejected without them.
enum Checksummed {
    /// The input with the XXH3 of all but its last 8 bytes in these.
    static func withHash(_ input: [UInt8]) -> [UInt8] {
        let content = Array(input.dropLast(8))
        return content + little(hash(content))
    }

    static func hash(_ bytes: [UInt8]) -> UInt64 { XXH3.hash(bytes.span.bytes) }

    static func little(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}
