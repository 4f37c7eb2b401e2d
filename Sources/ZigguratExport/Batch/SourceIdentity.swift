package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
package import ZigguratStore
package import ZigguratSystem

/// The path, size, time and checksum of a source file when its shard was planned.
package struct SourceIdentity: Hashable, Sendable, Codable {
    /// The absolute path of the file.
    package let path: String
    /// The size of the file, in bytes.
    package let bytes: Int
    /// The modification time: seconds since 1970 and nanoseconds, as `1700000000.000000000`.
    package let modified: String
    /// The SHA-256 of the file as 64 hexadecimal digits; `nil` if the plan has no checksums.
    package let sha256: String?

    /// Reads the size and the time of a file.
    ///
    /// - Throws: ``ZigguratError`` if the file is missing.
    package init(of path: String, sha256: String? = nil) throws(ZigguratError) {
        guard let attributes = SourceImage.attributes(of: path) else { throw .file(.read, path) }
        self.path = path
        bytes = attributes.byteCount
        modified = attributes.modified.decimalText
        self.sha256 = sha256
    }

    /// Returns whether an export was made from this file. The export may state an earlier time in
    /// whole seconds, taken from `SOURCE_DATE_EPOCH`.
    package func matches(_ source: Manifest.Source) -> Bool {
        let seconds = modified.split(separator: ".").first.flatMap { Int($0) } ?? .min
        let isEarlier =
            source.modified.hasSuffix(".000000000") && (source.seconds ?? .max) <= seconds
        return source.file == Path.name(of: path) && source.bytes == bytes
            && (source.modified == modified || isEarlier)
    }
}

extension SourceIdentity {
    /// Checks that the file has not changed.
    ///
    /// - Throws: ``ShardError/sourceChanged``, `Cancelled`, or an error of reading the file.
    package func check(_ cancellation: Cancellation) throws(ZigguratError) {
        var isUnchanged = try SourceIdentity(of: path, sha256: sha256) == self
        if isUnchanged, let sha256 {
            let now = try SHA256.digest(ofFile: path) { cancellation.isCancelled }
            isUnchanged = now.digest.hex == sha256
        }
        guard isUnchanged else { throw ZigguratError(ShardError.sourceChanged, path) }
    }
}
