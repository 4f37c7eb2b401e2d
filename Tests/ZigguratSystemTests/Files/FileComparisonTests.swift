import Foundation
import Testing
import ZigguratSystem

@Suite struct FileComparisonTests {
    private let folder = TemporaryDirectory()

    private func isEqual(_ path: String, in folder: ZigguratSystem.FileHandle, _ bytes: [UInt8])
        -> Bool
    {
        FileComparison.isEqual(path, in: folder, to: bytes.span.bytes)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000])
    func `Two files are equal if all their bytes are equal`(byteCount: Int) throws {
        let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 / 3) }
        for name in ["one/file", "two/file"] {
            try FileManager.default.createDirectory(
                at: folder.url(name).deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: folder.url(name))
        }
        let one = try ZigguratSystem.FileHandle.folder(folder["one"])
        let two = try ZigguratSystem.FileHandle.folder(folder["two"])
        #expect(isEqual("file", in: one, bytes))
        #expect(FileComparison.isEqual("file", in: one, two))
        #expect(!isEqual("file", in: one, bytes + [0]))
        #expect(!FileComparison.isEqual("missing", in: one, two))
        for place in [0, byteCount / 2, byteCount - 1] where bytes.indices.contains(place) {
            var other = bytes
            other[place] ^= 1
            #expect(!isEqual("file", in: one, other))
            try Data(other).write(to: folder.url("two/file"))
            #expect(!FileComparison.isEqual("file", in: one, two))
        }
    }

    @Test func `A symbolic link and a folder are not equal to a file`() throws {
        try Data("x".utf8).write(to: folder.url("file"))
        try FileManager.default.createSymbolicLink(
            atPath: folder["link"], withDestinationPath: "file")
        try FileManager.default.createDirectory(
            at: folder.url("folder"), withIntermediateDirectories: false)
        let handle = try ZigguratSystem.FileHandle.folder(folder.path)
        let bytes = Array("x".utf8)
        #expect(isEqual("file", in: handle, bytes))
        for name in ["link", "folder", "missing"] {
            #expect(!isEqual(name, in: handle, bytes), "\(name)")
        }
    }
}
