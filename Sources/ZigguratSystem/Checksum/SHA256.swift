internal import CGLib

/// SHA-256 as in FIPS 180-4, of bytes that come in pieces; computed by GLib, which libvips brings
/// along.
///
///     var sum = SHA256()
///     sum.update(bytes.span.bytes)
///     print(sum.digest().hex)
public struct SHA256: Sendable {
    private var state: State

    public init() {
        state = State()
    }

    /// Takes the next bytes in.
    public mutating func update(_ bytes: RawSpan) {
        if !isKnownUniquelyReferenced(&state) { state = State(copying: state) }
        bytes.withUnsafeBytes { buffer in
            zig_checksum_update(
                state.pointer, buffer.bindMemory(to: UInt8.self).baseAddress, buffer.count)
        }
    }

    /// The digest of everything so far; more may follow.
    public func digest() -> Digest {
        // GLib closes what it takes a digest of.
        let last = State(copying: state)
        var bytes = [UInt8](repeating: 0, count: Digest.byteCount)
        zig_checksum_digest(last.pointer, &bytes)
        return Digest(bytes: bytes)
    }

    /// The digest of some bytes.
    public static func digest(of bytes: [UInt8]) -> Digest {
        var sum = SHA256()
        sum.update(bytes.span.bytes)
        return sum.digest()
    }

    /// 32 bytes that stand for many.
    public struct Digest: Hashable, Sendable, CustomStringConvertible {
        static let byteCount = 32

        /// 32 bytes, the first one first.
        public let bytes: [UInt8]

        /// 64 digits in lower case, as sha256sum prints them.
        public var hex: String {
            let digits = Array("0123456789abcdef".utf8)
            let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
            return String(decoding: text, as: UTF8.self)
        }

        public var description: String { hex }
    }

    /// GLib's checksum.
    ///
    /// `@unchecked Sendable`: it is changed only by `update`, which makes sure first that nobody
    /// else has it.
    private final class State: @unchecked Sendable {
        let pointer: OpaquePointer

        init() {
            pointer = zig_checksum_new()
        }

        init(copying other: State) {
            pointer = zig_checksum_copy(other.pointer)
        }

        deinit {
            zig_checksum_free(pointer)
        }
    }
}
