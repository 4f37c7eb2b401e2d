public import Foundation
import Synchronization

/// A cache of files that many tests use: each kind is created once and then copied.
public final class MadeFiles<Kind: Hashable & Sendable>: Sendable {
    /// The size in bytes of the largest file that the cache keeps, to save memory.
    private let largest = 12_000_000
    private let made = Mutex<[Kind: Data]>([:])

    public init() {}

    /// Writes the cached file of a kind, if the cache has this file.
    ///
    /// - Returns: whether the cache has a file of this kind.
    public func copy(_ kind: Kind, to file: URL) throws -> Bool {
        guard let bytes = made.withLock({ $0[kind] }) else { return false }
        try bytes.write(to: file)
        return true
    }

    /// Adds a file to the cache.
    public func keep(_ file: URL, as kind: Kind) throws {
        let bytes = try Data(contentsOf: file)
        guard bytes.count <= largest else { return }
        made.withLock { $0[kind] = bytes }
    }
}
