import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratFormats
@testable import ZigguratStore
@testable import ZigguratSystem

/// Files in a folder, and files with equal bytes under several names.
@Suite struct FolderContainerTests {
    private static let sharedMemory = URL(filePath: "/dev/shm")

    private func write(
        _ text: String, to path: String, in container: FolderContainer, twin: StoredFile? = nil
    ) throws -> StoredFile? {
        try container.write(path, tile: nil, Array(text.utf8).span.bytes, twin: twin)
    }

    @Test func filesAndFoldersAreMade() async throws {
        try await TemporaryFolder.with { folder in
            let container = try FolderContainer("\(folder.path)/new/bundle")
            let file = try write("one", to: "a/b/c.txt", in: container)
            #expect(file?.path == "a/b/c.txt")
            _ = try write("", to: "empty", in: container)
            _ = try write("two", to: "a/b/d.txt", in: container)
            #expect(
                try folder.files(under: "new/bundle") == ["a/b/c.txt", "a/b/d.txt", "empty"])
            #expect(
                try String(contentsOf: folder["new/bundle/a/b/c.txt"], encoding: .utf8) == "one")
        }
    }

    @Test func aTwinIsTheSameFile() async throws {
        try await TemporaryFolder.with { folder in
            let one = try FolderContainer("\(folder.path)/one")
            let two = try FolderContainer("\(folder.path)/two")
            let file = try write("bytes", to: "a.txt", in: one)
            #expect(try write("bytes", to: "deep/b.txt", in: one, twin: file) == file)
            #expect(try write("bytes", to: "c.txt", in: two, twin: file) == file)
            _ = try write("bytes", to: "d.txt", in: two)
            let stamps = try FileStamp.all(in: folder.path)
            let stamp = try #require(stamps["one/a.txt"])
            #expect(stamp.links == 3)
            #expect(stamps["one/deep/b.txt"] == stamp && stamps["two/c.txt"] == stamp)
            #expect(stamps["two/d.txt"]?.inode != stamp.inode)
        }
    }

    @Test(.enabled(if: isOtherFileSystem(), "needs /dev/shm on a separate file system"))
    func whereThereAreNoLinksThereAreCopies() async throws {
        try await TemporaryFolder.with { folder in
            let other = Self.sharedMemory.appending(path: "ziggurat-test-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: other) }
            let file = try write("bytes", to: "a.txt", in: FolderContainer("\(folder.path)/one"))
            let container = try FolderContainer(other.path)
            let copy = try write("bytes", to: "deep/b.txt", in: container, twin: file)
            #expect(copy?.path == "deep/b.txt")
            // A file that must be a link is not written.
            let stored = try #require(file)
            #expect(try container.link(stored, to: "deep/link.txt", 5) == nil)
            #expect(!FileManager.default.fileExists(atPath: "\(other.path)/deep/link.txt"))
            // Later files are links to the copy.
            #expect(try write("bytes", to: "c.txt", in: container, twin: copy) == copy)
            let stamps = try FileStamp.all(in: other.path)
            #expect(stamps["deep/b.txt"]?.links == 2)
            #expect(stamps["deep/b.txt"] == stamps["c.txt"])
            #expect(
                try String(contentsOfFile: "\(other.path)/c.txt", encoding: .utf8) == "bytes")
        }
    }

    @Test func aTwinThatIsGoneIsWrittenAgain() async throws {
        try await TemporaryFolder.with { folder in
            let container = try FolderContainer(folder.path)
            let gone = StoredFile(path: "\(folder.path)/gone")
            _ = try write("bytes", to: "a/b.txt", in: container, twin: gone)
            #expect(try String(contentsOf: folder["a/b.txt"], encoding: .utf8) == "bytes")
        }
    }

    @Test(arguments: [("a/b", "a/b"), ("a", "a/b"), ("a/b", "a"), ("a/b", "a/b/c/d")])
    func twoFilesOfOneNameAreAnError(first: String, second: String) async throws {
        try await TemporaryFolder.with { folder in
            let container = try FolderContainer("\(folder.path)/bundle")
            let file = try write("one", to: first, in: container)
            for twin in [file, nil] {
                let error = #expect(throws: ZigguratError.self) {
                    try write("two", to: second, in: container, twin: twin)
                }
                #expect(error?.code == .nameClash)
                #expect(error?.subject.hasPrefix("\(folder.path)/bundle/") == true)
                #expect(error?.reason as? ContainerError == .duplicatePath)
            }
            #expect(try folder.files(under: "bundle") == [first])
        }
    }

    @Test func threadsMakeTheSameFoldersAtOnce() async throws {
        try await TemporaryFolder.with { folder in
            let container = try FolderContainer(folder.path)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        #expect(throws: Never.self) {
                            _ = try container.write(
                                "\(number % 5)/\(number % 20)/\(number)",
                                tile: nil, Array("\(number)".utf8).span.bytes, twin: nil)
                        }
                    }
                }
            }
            #expect(try folder.files().count == 200)
        }
    }

    private static func isOtherFileSystem() -> Bool {
        let temporary = try? FileStamp(FileManager.default.temporaryDirectory.path)
        let other = try? FileStamp(sharedMemory.path)
        return temporary != nil && other != nil && temporary?.device != other?.device
            && FileManager.default.isWritableFile(atPath: sharedMemory.path)
    }
}
