import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Files whose metadata would keep libraries busy for minutes are refused at once.
@Suite struct PNGLimitTests {
    /// Inserts chunks before the pixels of a PNG.
    private static let program = """
        import struct, sys, zlib
        kind, count = sys.argv[1], int(sys.argv[2])
        def chunk(name, data):
            body = name + data
            return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
        packed = zlib.compress(bytes(1 << 20), 9)
        made = {
            "tEXt": chunk(b"tEXt", b"Comment\\0text"),
            "zTXt": chunk(b"zTXt", b"Comment\\0\\0" + packed),
            "iTXt": chunk(b"iTXt", b"Comment\\0\\1\\0\\0\\0" + packed),
            "broken": chunk(b"zTXt", b"Comment\\0\\0" + packed[:-4] + b"\\0\\0\\0\\0"),
        }[kind]
        plain = open("plain.png", "rb").read()
        end = plain.index(b"IDAT") - 4
        open("text.png", "wb").write(plain[:end] + count * made + plain[end:])
        """

    @Test(arguments: [("tEXt", 10_001), ("zTXt", 130), ("iTXt", 130), ("broken", 130)])
    func `A PNG with too much text is refused`(_ kind: String, _ count: Int) async throws {
        try await Self.with(kind, count) { path in
            let error = #expect(throws: ZigguratError.self) { try SourceImage(path: path) }
            #expect(error?.reason as? SourceError == .invalidHeader && error?.subject == path)
            #expect(error?.cause?.report == .tooManyChunks)
        }
    }

    @Test(arguments: [("tEXt", 9000), ("zTXt", 20), ("iTXt", 20), ("broken", 20), ("zTXt", 0)])
    func `A PNG with much text keeps its pixels`(_ kind: String, _ count: Int) async throws {
        try await Self.with(kind, count) { path in
            let plain = path.replacing("text.png", with: "plain.png")
            let isEqual =
                try SourceImage(path: path).pixels() == SourceImage(path: plain).pixels()
            #expect(isEqual)
        }
    }

    private static func with(
        _ kind: String, _ count: Int, _ body: (_ path: String) throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 64, height: 48).write(to: folder["plain.png"])
            try await Shell.run("python3", ["-c", program, kind, "\(count)"], in: folder.url)
                .orThrow()
            try body(folder["text.png"].path)
        }
    }
}
