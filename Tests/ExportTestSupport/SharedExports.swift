import Foundation
import TestSupport

/// Exports that several tests read or change. Each export is made once and copied for each test.
actor SharedExports {
    static let shared = SharedExports()

    private var made: [String: Task<[String: Data], any Error>] = [:]

    /// Writes the destination of an export into a workshop, without its record.
    ///
    /// - Parameters:
    ///   - name: the name of the export; `make` must do the same in each call with this name
    ///   - make: makes the export in the destination of another workshop
    func write(
        _ name: String, into shop: Workshop,
        make: @escaping @Sendable (Workshop) async throws -> Void
    ) async throws {
        let task =
            made[name]
            ?? Task {
                try await Workshop.with { shop in
                    try await make(shop)
                    return try InterruptedRun.contents(shop.output)
                }
            }
        made[name] = task
        for (path, bytes) in try await task.value {
            try shop.folder.write(bytes, to: "Output/\(path)")
        }
    }
}
