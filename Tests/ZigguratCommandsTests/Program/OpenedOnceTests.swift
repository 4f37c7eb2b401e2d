import Foundation
import TestSupport
import Testing

@testable import ExportTestSupport

/// An export opens its source once: the header and the pixels come from one open file.
@Suite struct OpenedOnceTests {
    /// `strace` records the system calls.
    @Test(
        .startsPrograms,
        arguments: ["photo.jpg", "photo.png", "photo.tif", "photo.webp"])
    func `A source is opened once`(_ name: String) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture(name)
            #expect(try await Self.opens(of: name, in: shop, []) == 1)
        }
    }

    /// The negative control: a damaged file is decoded twice.
    @Test(.startsPrograms) func `Each reading of a source is counted`() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            #expect(try await Self.opens(of: "photo.jpg", in: shop, ["--allow-damaged"]) == 2)
        }
    }

    /// libjpeg begins to read a file when it reads the header.
    @Test(.startsPrograms) func `The header of a JPEG is read once`() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            let calls = try await Self.calls(of: "photo.jpg", in: shop, [])
            let starts = calls.filter {
                $0.contains("pread64(") && $0.contains("/photo.jpg>") && $0.contains(", 0) =")
            }
            // The first read recognises the format.
            #expect(starts.count == 2, "\(starts)")
        }
    }

    private static func opens(
        of name: String, in shop: Workshop, _ options: [String]
    ) async throws -> Int {
        try await calls(of: name, in: shop, options)
            .count { $0.contains("openat(") && $0.contains("\(name)\"") }
    }

    private static func calls(
        of name: String, in shop: Workshop, _ options: [String]
    ) async throws -> [Substring] {
        let log = shop.folder["calls"].path
        _ = try await Shell.run(
            "strace",
            ["-f", "-qq", "-y", "-e", "trace=openat,read,pread64,mmap", "-o", log]
                + [ZigguratBinary.url().path, "export", name, "-o", shop.output] + options,
            in: shop.folder.url
        ).orThrow()
        return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    }
}
