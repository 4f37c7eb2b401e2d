internal import ZigguratSystem

/// A digest of what lies at a name of a destination: an export, a book, a comparison, or nothing.
///
/// A command reads the state before anything else of the entry, and compares it under the lock of the
/// destination before it moves its result into place. If the state has changed, the result is built
/// upon something that is not there any more.
struct EntryState: Hashable, Sendable {
    /// The files that every change of an entry changes.
    private static let files = [
        Manifest.fileName, FileHashes.fileName, StoredBook.fileName, StoredComparison.fileName,
    ]

    /// The hash of each file; `nil` if it is missing.
    private let hashes: [UInt64?]

    /// - Parameter place: the path of the entry, which can be missing.
    init(of place: String) throws(ZigguratError) {
        hashes = try Self.files.map { file throws(ZigguratError) in
            try FileSystem.contents(of: "\(place)/\(file)").map { XXH3.hash($0) }
        }
    }

    /// Whether nothing lies at the name.
    var isEmpty: Bool { hashes.allSatisfy { $0 == nil } }
}

extension ZigguratError {
    /// Whether another process changed what the result of a command is built upon.
    var isChangeByOthers: Bool {
        if case .changedMeanwhile = reason as? DestinationFailure { true } else { false }
    }
}

/// Runs a command that reads the state of a destination, and starts over once from the new state if
/// another process changes that state meanwhile.
///
/// - Throws: ``DestinationFailure/changedMeanwhile`` if the state changes again.
func startingOverOnce<Result>(
    _ attempt: () throws(ZigguratError) -> Result
) throws(ZigguratError) -> Result {
    do throws(ZigguratError) {
        return try attempt()
    } catch {
        guard error.isChangeByOthers else { throw error }
        return try attempt()
    }
}
