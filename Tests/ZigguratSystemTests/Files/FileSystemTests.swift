import Foundation
import Testing
import ZigguratSystem

@Suite struct FileSystemTests {
    private let folder = TemporaryDirectory()

    @Test func `A missing file has no contents`() throws {
        #expect(try FileSystem.contents(of: folder["missing"]) == nil)
        #expect(try FileSystem.contents(of: folder["missing/file"]) == nil)
        try Data("x".utf8).write(to: folder.url("file"))
        #expect(try FileSystem.contents(of: folder["file/below"]) == nil)
        #expect(try FileSystem.contents(of: folder["file"]) == Array("x".utf8))
    }

    /// These files state a size of 0.
    @Test(arguments: ["/proc/self/status", "/proc/self/cgroup", "/proc/self/maps"])
    func `A file of the kernel has contents`(_ path: String) throws {
        let contents = try FileSystem.contents(of: path) ?? []
        #expect(!contents.isEmpty && contents.last == UInt8(ascii: "\n"))
        if path.hasSuffix("maps") { #expect(contents.count > 1 << 13) }
    }

    @Test func `An empty file has empty contents`() throws {
        try Data().write(to: folder.url("empty"))
        #expect(try FileSystem.contents(of: folder["empty"]) == [])
    }

    @Test func `An unreadable file is not taken for a missing one`() throws {
        let long = folder[String(repeating: "x", count: 300)]
        expect(FileError(.read, .nameTooLong)) { _ = try FileSystem.contents(of: long) }
        let loop = folder["loop"]
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        let error = expect(FileError(.read, .other)) { _ = try FileSystem.contents(of: loop) }
        #expect(error?.cause == .system(ELOOP))
        #expect(error?.subject == loop)
        expect(FileError(.read, .notAFile)) { _ = try FileSystem.contents(of: folder.path) }
    }

    @Test func `Names in a folder are sorted and selected by their prefix`() throws {
        for name in ["b", ".a1", ".a2", "ä"] { try Data().write(to: folder.url(name)) }
        #expect(try FileSystem.entries(in: folder.path) == [".a1", ".a2", "b", "ä"])
        #expect(try FileSystem.entries(in: folder.path, startingWith: ".a") == [".a1", ".a2"])
    }

    @Test func `An unreadable folder is not taken for an empty one`() throws {
        try Data().write(to: folder.url("file"))
        expect(FileError(.listFolder, .notAFolder)) {
            _ = try FileSystem.entries(in: folder["file"])
        }
        expect(FileError(.listFolder, .notFound)) {
            _ = try FileSystem.entries(in: folder["missing"])
        }
        let long = folder[String(repeating: "x", count: 300)]
        expect(FileError(.listFolder, .nameTooLong)) { _ = try FileSystem.entries(in: long) }
    }

    @Test func `A folder and its parents are created`() throws {
        try FileSystem.makeFolders(folder["a/b/c"])
        try FileSystem.makeFolders(folder["a/b/c"])
        #expect(FileSystem.isFolder(folder["a/b/c"]))
        try Data().write(to: folder.url("file"))
        expect(FileError(.createFolder, .alreadyExists)) {
            try FileSystem.makeFolders(folder["file"])
        }
        expect(FileError(.createFolder, .notAFolder)) {
            try FileSystem.makeFolders(folder["file/below"])
        }
    }

    @Test func `A file is replaced as a whole or not at all`() throws {
        try FileSystem.replace(folder["file"], with: [1])
        try FileSystem.replace(folder["file"], with: [2, 3])
        #expect(try FileSystem.contents(of: folder["file"]) == [2, 3])
        try FileSystem.makeFolders(folder["taken"])
        expect(FileError(.write, .notAFile)) {
            try FileSystem.replace(folder["taken"], with: [1])
        }
        expect(FileError(.write, .notFound)) {
            try FileSystem.replace(folder["missing/file"], with: [1])
        }
        // No temporary file remains.
        #expect(try FileSystem.entries(in: folder.path) == ["file", "taken"])
    }

    @Test func `A full disk is reported as disk full`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let bytes: [UInt8] = [1]
        let isWritten = FileTransfer.write(bytes.span.bytes, to: full)
        #expect(!isWritten)
        #expect(ZigguratError.file(.write, "f").reason as? FileError == .init(.write, .diskFull))
    }

    @Test func `A copy has the bytes of its source and replaces nothing`() throws {
        let bytes = [UInt8]((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try Data(bytes).write(to: folder.url("source"))
        try FileSystem.copy(folder["source"], to: folder["copy"])
        #expect(try FileSystem.contents(of: folder["copy"]) == bytes)
        expect(FileError(.write, .alreadyExists)) {
            try FileSystem.copy(folder["source"], to: folder["copy"])
        }
        expect(FileError(.read, .notFound)) {
            try FileSystem.copy(folder["missing"], to: folder["other"])
        }
    }

    @Test func `A folder is removed with its content`() throws {
        try FileSystem.makeFolders(folder["a/b"])
        try Data().write(to: folder.url("a/b/file"))
        try FileSystem.remove(folder["a"])
        try FileSystem.remove(folder["a"])
        #expect(!FileSystem.exists(folder["a"]))
    }

    @Test func `Attributes state the kind, the size and the identity of a file`() throws {
        try Data([1, 2, 3]).write(to: folder.url("file"))
        try FileManager.default.linkItem(at: folder.url("file"), to: folder.url("twin"))
        let file = try #require(FileSystem.attributes(of: folder["file"]))
        #expect(file.isFile && file.byteCount == 3)
        #expect(file.identity == FileSystem.attributes(of: folder["twin"])?.identity)
        #expect(FileSystem.attributes(of: folder.path)?.isFolder == true)
        #expect(FileSystem.attributes(of: folder["missing"]) == nil)
    }

    @Test func `An archive file is written and read at any offset`() throws {
        let file = try ArchiveFile(folder["archive"])
        try file.write([3, 4], at: 2)
        try file.write([1, 2], at: 0)
        #expect(try file.read(4, at: 0) == [1, 2, 3, 4])
        expect(FileError(.read, .truncated)) { _ = try file.read(5, at: 0) }
        try file.close()
        expect(FileError(.write, .alreadyExists)) { _ = try ArchiveFile(folder["archive"]) }
        let whole = try RandomAccessFile(folder["archive"])
        #expect(whole.byteCount == 4)
        #expect(try whole.bytes(9, at: 3) == [4])
        #expect(try whole.bytes(1, at: 4) == [])
    }
}

/// Checks that a call fails with a reason, and returns the error.
@discardableResult
private func expect(
    _ reason: FileError, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) -> ZigguratError? {
    let error = #expect(
        throws: ZigguratError.self, sourceLocation: sourceLocation, performing: body)
    #expect(error?.reason as? FileError == reason, sourceLocation: sourceLocation)
    return error
}

/// A temporary folder, removed when its last reference is released.
final class TemporaryDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "ziggurat-\(UUID())").path

    init() {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    subscript(name: String) -> String { "\(path)/\(name)" }
    func url(_ name: String) -> URL { URL(filePath: self[name]) }
}
