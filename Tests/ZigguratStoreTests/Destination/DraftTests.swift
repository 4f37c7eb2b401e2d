import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

/// Drafts and locks of a destination are released when their scope ends.
@Suite struct DraftTests {
    private func isLocked(_ folder: String) throws -> Bool {
        let handle = try FileHandle.folder(folder)
        defer { handle.unlock() }
        return !handle.lock(waits: false)
    }

    @Test("A draft is a locked hidden folder and is removed at the end")
    func draft() async throws {
        try await TemporaryFolder.with { folder in
            let destination = Destination(folder["out"].path)
            try FileSystem.makeFolders(destination.path)
            let path = try destination.withDraft { draft in
                #expect(FileSystem.isFolder(draft))
                #expect((try? isLocked(draft)) == true)
                #expect((try? destination.leftovers()) == [])
                return draft
            }
            #expect(!FileSystem.exists(path) && FileSystem.isFolder(destination.path))
        }
    }

    @Test("After an error, the draft and a new destination are removed")
    func failure() async throws {
        try await TemporaryFolder.with { folder in
            let destination = Destination(folder["out"].path)
            #expect(throws: ZigguratError(Cancelled(), "photo")) {
                try destination.withDraft { draft throws(ZigguratError) in
                    try FileSystem.makeFolders("\(draft)/dzi")
                    throw ZigguratError(Cancelled(), "photo")
                }
            }
            #expect(!FileSystem.exists(destination.path))
        }
    }

    @Test("A failed draft in a new destination does not disturb another draft")
    func parallelFailure() async throws {
        try await TemporaryFolder.with { folder in
            for number in 0..<300 {
                let destination = Destination(folder["out\(number)"].path)
                let errors = ConcurrentWork.map(below: 2, threads: 2) { index -> ZigguratError? in
                    do throws(ZigguratError) {
                        try destination.withDraft { _ throws(ZigguratError) in
                            if index == 0 { throw ZigguratError(Cancelled()) }
                        }
                        return nil
                    } catch {
                        return error
                    }
                }
                #expect(errors == [ZigguratError(Cancelled()), nil])
            }
        }
    }

    @Test("A lock is released when its closure returns and when it throws")
    func lock() async throws {
        try await TemporaryFolder.with { folder in
            let destination = Destination(folder.path)
            try destination.withLock { #expect((try? isLocked(folder.path)) == true) }
            #expect(try !isLocked(folder.path))
            #expect(throws: ZigguratError.self) {
                try destination.withLock { () throws(ZigguratError) in
                    throw ZigguratError(Cancelled(), "")
                }
            }
            #expect(try !isLocked(folder.path))
        }
    }

    @Test("Leftovers that cannot be cleared are reported", .enabled(if: SmallDisk.canMount))
    func leftovers() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("small.jpg", width: 100, height: 80)
            let result = try await SmallDisk.run(
                on: "size=4m",
                """
                mkdir -p full/Output/.ziggurat-old/mounted
                mount -t tmpfs tmpfs full/Output/.ziggurat-old/mounted
                "$0" export small.jpg -o full/Output
                """, in: shop)
            #expect(result.status == 1)
            #expect(result.errors.contains("full/Output/.ziggurat-old"), "\(result.errors)")
            #expect(result.output.contains("small\n"))
        }
    }
}
