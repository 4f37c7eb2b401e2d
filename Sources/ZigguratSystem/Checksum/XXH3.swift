internal import CSystem

/// The 64-bit hash XXH3, which detects accidental changes, but not deliberate changes.
///
/// Source: the xxHash specification, XXH3_64bits, without seed and secret.
package enum XXH3 {
    package static func hash(_ bytes: RawSpan) -> UInt64 {
        // The library reads the bytes only during the call.
        bytes.withUnsafeBytes { zig_hash($0.baseAddress, $0.count) }
    }

    package static func hash(_ bytes: [UInt8]) -> UInt64 {
        // `unsafe`: the hash uses the span only during the call.
        unsafe hash(bytes.span.bytes)
    }

    package static func hash(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { zig_hash($0.baseAddress, $0.count) }
    }

    /// Returns the hash as 16 hexadecimal digits.
    package static func digits(of bytes: [UInt8]) -> String { digits(hash(bytes)) }

    /// Returns the hash of a file as 16 hexadecimal digits.
    package static func digits(ofFile path: String) throws(ZigguratError) -> String {
        digits(try hash(ofFile: path))
    }

    private static func digits(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package static func hash(ofFile path: String) throws(ZigguratError) -> UInt64 {
        let file = try RandomAccessFile(path)
        guard let hash = hash(of: file.handle) else { throw .file(.read, path) }
        return hash
    }

    /// Returns the hash of an open file from its start; `nil` with `errno` on failure.
    static func hash(of file: FileHandle) -> UInt64? {
        var hash: UInt64 = 0
        return zig_hash_file(file.descriptor, &hash) == 0 ? hash : nil
    }
}
