package import ZigguratSystem

/// A digest of what lies at a name of a destination: an export, a book, a comparison, a map, or nothing.
struct EntryState: Hashable, Sendable {
    /// The files that every change of an entry changes.
    private static let files = [
        Manifest.fileName, FileHashes.fileName, StoredBook.fileName, StoredComparison.fileName,
    ]

    /// Of a larger file and a folder in its place, which are damaged, size and time count in place of
    /// the content.
    private static let mostHashedBytes = 1 << 30

    /// The hash of each file; `nil` if it is missing.
    private let hashes: [UInt64?]
    /// Differs for an entry that was replaced by equal files: the older ones are removed.
    private let identity: FileAttributes.Identity?
    /// The size and the time of a map that is one file.
    private let version: [Int]

    /// - Parameter place: the path of the entry, which can be missing.
    init(of place: String) throws(ZigguratError) {
        let attributes = FileSystem.attributes(of: place)
        identity = attributes?.identity
        let file = attributes.flatMap { $0.isFolder ? nil : $0 }
        version = file.map { [$0.byteCount, $0.modified.seconds, $0.modified.nanoseconds] } ?? []
        hashes = try Self.files.map { file throws(ZigguratError) in
            let path = "\(place)/\(file)"
            guard let found = FileSystem.attributes(of: path) else { return nil }
            let isReadable = !found.isFolder && found.byteCount <= Self.mostHashedBytes
            let bytes = isReadable ? try FileSystem.contents(of: path) : nil
            return XXH3.hash(bytes ?? Array("\(found.byteCount) \(found.modified)".utf8))
        }
    }
}

extension ZigguratError {
    /// Whether another process changed what the result of a command is built upon.
    package var isChangeByOthers: Bool {
        if case .changedMeanwhile = reason as? DestinationFailure { true } else { false }
    }
}

/// Runs a command that reads the state of a destination, and starts over once from the new state if
/// another process changes that state meanwhile.
///
/// - Throws: ``DestinationFailure/changedMeanwhile`` if the state changes again.
package func startingOverOnce<Result>(
    _ attempt: () throws(ZigguratError) -> Result
) throws(ZigguratError) -> Result {
    do throws(ZigguratError) {
        return try attempt()
    } catch {
        guard error.isChangeByOthers else { throw error }
        return try attempt()
    }
}
