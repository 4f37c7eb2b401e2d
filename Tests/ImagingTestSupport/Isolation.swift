import Foundation
import TestSupport
import ZigguratImaging

/// Processes of decoders for tests.
enum Isolation {
    /// The built program.
    static func program() throws -> SourceRequest.Isolation {
        SourceRequest.Isolation(program: try ZigguratBinary.url().path)
    }

    static func of(_ trust: SourceRequest.Trust) throws -> SourceRequest.Trust {
        var trust = trust
        trust.isolation = try program()
        return trust
    }

    /// A process that violates the protocol.
    ///
    /// - Parameter seconds: the longest time without progress; `nil` for a process that ends.
    static func hostile(
        _ arguments: String..., seconds: Int? = nil
    ) throws -> SourceRequest.Trust {
        var isolation = SourceRequest.Isolation(
            program: try BuiltProgram.url("hostile-decoder").path)
        isolation.arguments = arguments
        isolation.secondsWithoutProgress = seconds ?? Int(Patience.commandLimit / .seconds(1))
        isolation.memoryLimit = 200_000_000
        return SourceRequest.Trust(allowsUntrusted: true, isolation: isolation)
    }

    /// A value as JSON. Steps are encoded as sentences.
    static func document(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
