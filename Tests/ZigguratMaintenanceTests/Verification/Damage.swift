import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A change to an export, and the finding that it must lead to.
struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The end of the finding's place.
    let place: String
    let kind: Verification.Finding.Kind
    /// The finding's reason; `nil` if it is not a ``Verification/Fault``.
    let fault: VerificationError?
    let spoil: @Sendable (Spoiler) async throws -> Void

    init(
        _ name: String, _ kind: Verification.Finding.Kind, at place: String,
        _ fault: VerificationError?,
        _ spoil: @escaping @Sendable (Spoiler) async throws -> Void
    ) {
        testDescription = name
        (self.kind, self.place, self.fault) = (kind, place, fault)
        self.spoil = spoil
    }
}

/// Changes files of an export. Tiles may be hard links of one file, so a changed tile is a new
/// file.
struct Spoiler: Sendable {
    let export: URL

    func read(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: export.appending(path: path)))
    }

    func write(_ bytes: [UInt8], to path: String) throws {
        try? remove(path)
        try Data(bytes).write(to: export.appending(path: path))
    }

    func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

    func change(_ path: String, _ change: (inout [UInt8]) -> Void) throws {
        var bytes = try read(path)
        change(&bytes)
        try write(bytes, to: path)
    }

    func replace(_ old: String, with new: String, in path: String) throws {
        let text = String(decoding: try read(path), as: UTF8.self)
        try #require(text.contains(old))
        try write(text.replacingOccurrences(of: old, with: new), to: path)
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: export.appending(path: path))
    }

    func copy(_ from: String, to path: String) throws { try write(read(from), to: path) }
}
