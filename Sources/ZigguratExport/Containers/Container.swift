internal import ZigguratCore

/// What the files of a bundle are written into. Called from several threads.
protocol Container: AnyObject, Sendable {
    /// Writes a file.
    ///
    /// - Parameters:
    ///   - path: relative, `/` between folders; no two files have the same one.
    ///   - twin: a file that holds the same bytes already, if there is one: a container may refer
    ///     to it.
    /// - Returns: where the bytes lie now, for the next one who writes the same.
    func write(
        _ path: String, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile?
}

extension Container {
    func write(_ file: BundleFile) throws(ZigguratError) {
        _ = try unsafe write(file.path, file.bytes.span.bytes, twin: nil)
    }
}

/// A file on the disk whose bytes are known.
struct StoredFile: Hashable, Sendable {
    /// A path that the system understands.
    let path: String
}
