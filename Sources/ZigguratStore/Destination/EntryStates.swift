package import ZigguratSystem

/// The states of all entries that the result of a command depends on.
///
/// A command adds the state of an entry before it reads the entry. Under the lock of the
/// destination, it compares all states again before it moves its result into place. If a state has
/// changed, the result is outdated.
package struct EntryStates: Sendable {
    private var states: [(place: String, state: EntryState)] = []

    package init() {}

    /// - Parameter place: the path of an entry, which may be missing.
    package init(of place: String) throws(ZigguratError) { try add(place) }

    /// Adds the state of an entry, unless it was already added.
    package mutating func add(_ place: String) throws(ZigguratError) {
        guard !states.contains(where: { $0.place == place }) else { return }
        states.append((place, try EntryState(of: place)))
    }

    /// - Throws: ``DestinationError/changedMeanwhile`` for the first changed entry.
    package func check() throws(ZigguratError) {
        for (place, state) in states where try EntryState(of: place) != state {
            throw ZigguratError(DestinationError.changedMeanwhile, place)
        }
    }

    /// Whether no entry has changed.
    var areCurrent: Bool {
        get throws(ZigguratError) {
            do throws(ZigguratError) {
                try check()
                return true
            } catch {
                guard error.isChangeByOthers else { throw error }
                return false
            }
        }
    }

    /// Returns ``DestinationError/changedMeanwhile`` in place of a command's error if an entry
    /// has changed, because files that the command was reading may be missing.
    ///
    /// Keeps ``DestinationError/oldExportMoved(to:)``: the command itself moved the older export
    /// away.
    package func blaming(_ error: ZigguratError) -> ZigguratError {
        if case .oldExportMoved = error.reason as? DestinationError { return error }
        guard error.code != .cancelled else { return error }
        do throws(ZigguratError) {
            try check()
        } catch let change {
            if change.isChangeByOthers { return change }
        }
        return error
    }
}

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
    /// The identity of the entry, which changes even if an entry with equal files replaces the
    /// entry.
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
        if case .changedMeanwhile = reason as? DestinationError { true } else { false }
    }
}

/// Runs a command that reads the state of a destination. If another process changes the state
/// meanwhile, runs the command once more.
///
/// - Throws: ``DestinationError/changedMeanwhile`` if the state changes again.
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
