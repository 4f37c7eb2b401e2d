internal import ZigguratCore
internal import ZigguratSystem

/// A source file as it was when a shard was planned.
package struct SourceIdentity: Hashable, Sendable, Codable {
    /// Absolute.
    package let path: String
    package let bytes: Int
    /// The time of the last change: seconds since 1970 and nanoseconds, as `1700000000.000000000`.
    package let modified: String
    /// The checksum as 64 hexadecimal digits; `nil` if it was not asked for.
    package let sha256: String?

    /// - Throws: ``ZigguratError`` if the file is missing.
    init(of path: String, sha256: String? = nil) throws(ZigguratError) {
        guard let attributes = FileSystem.attributes(of: path) else { throw .file(.read, path) }
        self.path = path
        bytes = attributes.byteCount
        modified = attributes.modified.decimalText
        self.sha256 = sha256
    }

    /// - Throws: ``ShardFailure/sourceChanged``, `Cancelled`, or the reason why the file cannot be
    ///   read.
    func check(_ cancellation: Cancellation) throws(ZigguratError) {
        var isUnchanged = try SourceIdentity(of: path, sha256: sha256) == self
        if isUnchanged, let sha256 {
            let now = try SHA256.digest(ofFile: path) { cancellation.isCancelled }
            isUnchanged = now.digest.hex == sha256
        }
        guard isUnchanged else { throw ZigguratError(ShardFailure.sourceChanged, path) }
    }

    /// Whether it is the source of an export. The time of the export may be the earlier
    /// `SOURCE_DATE_EPOCH` of its run, in whole seconds.
    func matches(_ source: Manifest.Source) -> Bool {
        let seconds = modified.split(separator: ".").first.flatMap { Int($0) } ?? .min
        let isEarlier =
            source.modified.hasSuffix(".000000000") && (source.seconds ?? .max) <= seconds
        return source.file == ExportName.file(of: path) && source.bytes == bytes
            && (source.modified == modified || isEarlier)
    }
}
