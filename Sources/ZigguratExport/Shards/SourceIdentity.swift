package import ZigguratSystem

/// A source file as it was when a shard was planned.
package struct SourceIdentity: Hashable, Sendable, Codable {
    /// Absolute.
    package let path: String
    package let bytes: Int
    /// The time of the last change: seconds since 1970 and nanoseconds, as `1700000000.000000000`.
    package let modified: String
    /// The checksum as 64 hexadecimal digits; `nil` if it was not asked for.
    package let sha256: String?

    /// - Throws: ``ZigguratError`` if the file is missing or cannot be read.
    package init(of path: String, withChecksum: Bool) throws(ZigguratError) {
        guard let attributes = FileSystem.attributes(of: path) else { throw .file(.read, path) }
        self.path = path
        bytes = attributes.byteCount
        modified = attributes.modified.decimalText
        sha256 = withChecksum ? try SHA256.digest(ofFile: path).digest.hex : nil
    }

    /// - Throws: ``ShardFailure/sourceChanged``, or the reason why the file cannot be read.
    func check() throws(ZigguratError) {
        guard try SourceIdentity(of: path, withChecksum: sha256 != nil) == self else {
            throw ZigguratError(ShardFailure.sourceChanged, path)
        }
    }
}
