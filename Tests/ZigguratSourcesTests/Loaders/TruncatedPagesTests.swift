import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Files of several pages whose end is missing. The number of pages is unknown then.
@Suite struct TruncatedPagesTests {
    private static let truncated = SourceError.truncated(row: nil, of: nil)

    @Test func `A truncated animated GIF is an error unless damage is allowed`() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = try await Self.make("frames.gif", in: folder)
            for count in [bytes.count / 2, bytes.count * 9 / 10, bytes.count - 1] {
                let cut = try folder.write(bytes.prefix(count), to: "cut.gif").path
                Self.expectTruncation(of: cut, pages: [nil, count == bytes.count - 1 ? nil : 3])
                // The first frame is whole.
                let first = try SourceImage(path: cut, request: SourceRequest(page: 1)).pixels()
                let whole = try SourceImage(path: folder["frames.gif"].path).pixels()
                #expect(first == whole)
            }
            let half = try folder.write(bytes.prefix(bytes.count / 2), to: "cut.gif").path
            Self.expectTruncation(of: half, pages: [2])
        }
    }

    @Test func `Bytes after the trailer of a GIF are harmless`() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = try await Self.make("frames.gif", in: folder)
            for tail in [Data([0, 0, 0]), Data(";;GIF".utf8)] {
                let file = try folder.write(bytes + tail, to: "padded.gif")
                #expect(try SourceImage(path: file.path).header.pages == 3)
                for page in 1...3 {
                    let request = SourceRequest(page: page)
                    let pixels = try SourceImage(path: file.path, request: request).pixels()
                    #expect(pixels.height == 100)
                }
            }
        }
    }

    @Test func `A GIF of one whole image need not have a trailer`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 150, height: 100).write(to: folder["a.gif"])
            let whole = try SourceImage(path: file.path).pixels()
            let bytes = try Data(contentsOf: file)
            #expect(bytes.last == 0x3B)
            let open = try folder.write(bytes.dropLast(), to: "open.gif")
            #expect(try SourceImage(path: open.path).pixels() == whole)
            let cut = try folder.write(bytes.prefix(bytes.count * 2 / 3), to: "cut.gif")
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: cut.path).pixels()
            }
            #expect(error?.code == .truncatedSource)
        }
    }

    @Test func `A TIFF without its last directories is an error`() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = try await Self.make("pages.tif", in: folder)
            let whole = try SourceImage(path: folder["pages.tif"].path).pixels()
            var data = bytes
            // The first directory, and the offset of the second directory.
            let directory = Self.number(4, 4, in: bytes)
            let next = directory + 2 + 12 * Self.number(directory, 2, in: bytes)
            #expect(Self.number(next, 4, in: bytes) > 0)
            for place in 0..<3 { data[next + place] = 0xFF }
            let cut = try folder.write(data, to: "cut.tif").path
            Self.expectTruncation(of: cut, pages: [nil, 3])
            let first = try SourceImage(path: cut, request: SourceRequest(page: 1)).pixels()
            #expect(first == whole)
        }
    }

    /// Expects errors, and pixels if damaged files are allowed.
    private static func expectTruncation(of path: String, pages: [Int?]) {
        let trust = SourceRequest.Trust(allowsDamaged: true)
        for page in pages {
            let request = SourceRequest(page: page)
            let error = #expect(throws: ZigguratError.self, "\(page ?? 0)") {
                try SourceImage(path: path, request: request)
            }
            #expect(error?.reason as? SourceError == truncated)
            #expect(error?.subject == path)
            guard page == nil else { continue }
            #expect(throws: Never.self) {
                let source = try SourceImage(path: path, trust: trust)
                #expect(source.header.conversions.first == .filled(row: nil))
                #expect(try source.pixels().height == 100)
            }
        }
    }

    private static func number(_ place: Int, _ length: Int, in data: Data) -> Int {
        data[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Writes a file of three pages.
    private static func make(_ name: String, in folder: TemporaryFolder) async throws -> Data {
        try await TestPicture(width: 150, height: 300).write(to: folder["all.v"])
        try await Vips.run("copy", "all.v", "\(name)[page-height=100]", in: folder)
        return try Data(contentsOf: folder[name])
    }
}
