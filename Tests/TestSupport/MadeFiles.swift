public import Foundation
import Synchronization

/// Files that many tests want alike: each kind is made once, and every further file is a copy.
public final class MadeFiles<Kind: Hashable & Sendable>: Sendable {
    /// Larger files are made again, so that not much memory is taken.
    private let largest = 4_000_000
    private let made = Mutex<[Kind: Data]>([:])

    public init() {}

    /// Writes a file of a kind that was made before.
    ///
    /// - Returns: whether there was one.
    public func copy(_ kind: Kind, to file: URL) throws -> Bool {
        guard let bytes = made.withLock({ $0[kind] }) else { return false }
        try bytes.write(to: file)
        return true
    }

    /// Remembers a file that was just made.
    public func keep(_ file: URL, as kind: Kind) throws {
        let bytes = try Data(contentsOf: file)
        guard bytes.count <= largest else { return }
        made.withLock { $0[kind] = bytes }
    }
}
