import Foundation
import TestSupport
import Testing
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

/// Missing, damaged and unreadable manifests are distinguished.
@Suite struct ManifestReadingTests {
    private func write(_ text: String, in folder: TemporaryFolder) throws -> String {
        try folder.write(text, to: "out/photo/ziggurat.json")
        return folder["out/photo"].path
    }

    @Test("A missing manifest is nil, and a damaged manifest is an error")
    func damaged() async throws {
        try await TemporaryFolder.with { folder in
            #expect(try Manifest.read(fromExport: folder.path) == nil)
            let export = try write(#"{"format": 99}"#, in: folder)
            let error = #expect(throws: ZigguratError.self) {
                try Manifest.read(fromExport: export)
            }
            #expect(error?.reason as? VerificationError == .invalidManifest)
            #expect(try Manifest.readValid(fromExport: export) == nil)
            #expect(try ExportLibrary(folder["out"].path).contents().invalid == ["photo"])
        }
    }

    @Test("Every function that reads manifests reports an unreadable manifest")
    func unreadable() async throws {
        try await TemporaryFolder.with { folder in
            // A folder replaces the manifest, because root can read every file.
            try folder.write("", to: "out/photo/ziggurat.json/file")
            let export = folder["out/photo"].path
            let reads: [() throws(ZigguratError) -> Void] = [
                { () throws(ZigguratError) in _ = try Manifest.read(fromExport: export) },
                { () throws(ZigguratError) in _ = try Manifest.readValid(fromExport: export) },
                { () throws(ZigguratError) in
                    _ = try ExportLibrary(folder["out"].path).contents()
                },
                { () throws(ZigguratError) in _ = try RecognizedPath(at: export, .standard) },
            ]
            for read in reads {
                let error = #expect(throws: ZigguratError.self) { try read() }
                #expect(error?.reason as? FileError == FileError(.read, .notAFile))
            }
        }
    }

    @Test("Verifying a destination reports a manifest that cannot be read")
    func verified() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("", to: "out/photo/ziggurat.json/file")
            var kinds: [Verification.Finding.Kind] = []
            _ = try? Verification(of: folder["out"].path).run {
                if case .found(let finding) = $0 { kinds.append(finding.kind) }
            }
            #expect(kinds == [.manifest])
        }
    }
}
