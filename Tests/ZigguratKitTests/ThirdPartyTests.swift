import Foundation
import TestSupport
import Testing

/// THIRD-PARTY.md lists all linked libraries and bundled scripts.
@Suite struct ThirdPartyTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The pkg-config names of the system library targets.
    private static func pkgConfigNames() throws -> Set<String> {
        let package = try text("Package.swift")
        let list = try #require(package.firstMatch(of: /pkgConfig: """\n([^"]*)"""/))
        let words = list.1.replacing("\\", with: " ").split(whereSeparator: \.isWhitespace)
        return Set(words.map(String.init))
    }

    @Test func `Each linked library is listed with its licence`() throws {
        let names = try Self.pkgConfigNames()
        #expect(names.contains("libjpeg"))
        let rows = try Self.text("THIRD-PARTY.md").matches(
            of: /(?m)^\|[^|]+\| `([a-z0-9.-]+)` \|[^|]+\|([^|]+)\|/)
        let listed = Set(rows.map { String($0.1) })
        #expect(listed == names)
        #expect(rows.allSatisfy { $0.2.contains(where: \.isLetter) })
    }

    @Test func `The program is linked only to listed libraries`() async throws {
        let run = try await Shell.run(
            "readelf", ["--dynamic", try ZigguratBinary.url().path]
        ).orThrow()
        let linked = Set(
            run.output.matches(of: /\(NEEDED\).*\[([^\]]+?)\.so/).map { String($0.1) })
        var known: Set = [
            "libc", "libm", "libdl", "libpthread", "libutil", "libgcc_s", "libstdc++",
            "ld-linux-x86-64", "ld-linux-aarch64",
        ]
        for name in try Self.pkgConfigNames() {
            let flags = try await Shell.run("pkg-config", ["--libs", name]).orThrow()
            for flag in flags.output.split(whereSeparator: \.isWhitespace)
            where flag.hasPrefix("-l") {
                known.insert("lib\(flag.dropFirst(2))")
            }
        }
        // A debug build links the libraries of Swift dynamically.
        let unknown = linked.subtracting(known).filter {
            !$0.hasPrefix("libswift") && !$0.hasPrefix("lib_") && !$0.hasPrefix("libFoundation")
                && $0 != "libBlocksRuntime" && $0 != "libdispatch"
        }
        #expect(unknown.isEmpty)
        #expect(linked.contains("libjpeg"))
    }

    @Test func `Bundled scripts carry their notice and their listed version`() throws {
        let list = try Self.text("THIRD-PARTY.md")
        let folder = "Sources/CViewerAssets"
        for (name, file, notice) in [
            ("OpenSeadragon", "vendor/openseadragon.min.js", "vendor/openseadragon.min.js"),
            ("Leaflet", "vendor/leaflet.min.js", "leaflet-license.js"),
        ] {
            let row = try #require(list.split(separator: "\n").first { $0.contains("| \(name) |") })
            let version = try #require(row.firstMatch(of: /\d+\.\d+\.\d+/)).output
            #expect(try Self.text("\(folder)/\(file)").contains(version))
            let head = try Self.text("\(folder)/\(notice)").prefix(3000)
            #expect(head.contains("Copyright"))
            #expect(head.contains("Redistribution and use in source and binary forms"))
            #expect(head.replacing(/[\s*]+/, with: " ").contains("EXPRESS OR IMPLIED WARRANTIES"))
        }
    }
}
