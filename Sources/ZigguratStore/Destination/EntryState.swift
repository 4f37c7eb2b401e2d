package import ZigguratSystem

/// A digest of the entry with a given name in a destination: an export, a book, a comparison, a
/// map, or a missing entry.
struct EntryState: Hashable, Sendable {
    /// The hashed files. Every change of an entry changes at least one of them.
    private static let files = [
        Manifest.fileName, FileHashes.fileName, StoredBook.fileName, StoredComparison.fileName,
    ]

    /// The size up to which a file is hashed, in bytes. A larger file, or a folder in its place, is
    /// damaged; its size and time are hashed instead.
    private static let mostHashedBytes = 1 << 30

    /// The hash of each file; `nil` if the file is missing.
    private let hashes: [UInt64?]
    /// The identity of the entry. It changes if the entry is replaced by an entry with equal files.
    private let identity: FileAttributes.Identity?
    /// The size and the modification time of an entry that is one file, such as a map.
    private let version: [Int]

    /// - Parameter place: the path of the entry, which may be missing.
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
    /// Whether another process changed an entry that the command had read.
    package var isChangeByOthers: Bool {
        if case .changedMeanwhile = reason as? DestinationFailure { true } else { false }
    }
}

/// Runs a command that reads the state of a destination. If another process changes the state
/// meanwhile, runs the command once more.
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
