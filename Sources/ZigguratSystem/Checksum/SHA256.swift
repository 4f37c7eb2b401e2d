internal import CSystemLibraries

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces, computed by nettle.
///
///     var sum = SHA256()
///     sum.update(bytes.span.bytes)
///     print(sum.digest().hex)
package struct SHA256: Sendable {
    private var state = sha256_ctx()

    package init() {
        nettle_sha256_init(&state)
    }

    package mutating func update(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { buffer in
            nettle_sha256_update(
                &state, buffer.count, buffer.bindMemory(to: UInt8.self).baseAddress)
        }
    }

    /// Returns the digest of the bytes so far. More bytes may follow.
    package func digest() -> Digest {
        // Nettle resets the state when it computes a digest.
        var last = state
        var bytes = [UInt8](repeating: 0, count: Digest.byteCount)
        nettle_sha256_digest(&last, bytes.count, &bytes)
        return Digest(bytes: bytes)
    }

    package static func digest(of bytes: [UInt8]) -> Digest {
        var sum = SHA256()
        sum.update(bytes.span.bytes)
        return sum.digest()
    }

    /// Returns the length and the digest of a file.
    ///
    /// - Parameter isCancelled: called before each megabyte.
    /// - Throws: ``Cancelled``, or the error if the file cannot be read.
    package static func digest(
        ofFile path: String, isCancelled: () -> Bool = { false }
    ) throws(ZigguratError) -> (byteCount: Int, digest: Digest) {
        let file = try RandomAccessFile(path)
        var sum = SHA256()
        var offset = 0
        while true {
            guard !isCancelled() else { throw ZigguratError(Cancelled(), path) }
            let piece = try file.bytes(1 << 20, at: offset)
            if piece.isEmpty { return (offset, sum.digest()) }
            sum.update(piece.span.bytes)
            offset += piece.count
        }
    }

    /// A digest of 32 bytes.
    package struct Digest: Hashable, Sendable, CustomStringConvertible {
        static let byteCount = 32

        package let bytes: [UInt8]

        /// The digest as 64 hexadecimal digits in lower case, as sha256sum prints it.
        package var hex: String {
            let digits = Array("0123456789abcdef".utf8)
            let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
            return String(decoding: text, as: UTF8.self)
        }

        package var description: String { hex }
    }
}
