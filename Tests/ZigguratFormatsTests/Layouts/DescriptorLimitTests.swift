import Foundation
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

/// A huge or deeply nested descriptor is rejected as a fault of the descriptor.
@Suite struct DescriptorLimitTests {
    private static let descriptors: [(layout: any Layout, file: String)] = [
        (.dzi, "a.dzi"), (.zoomify, "ImageProperties.xml"), (.tms, "tilemapresource.xml"),
        (.iiif, "info.json"),
    ]

    private static func failure(
        _ layout: any Layout, _ file: String, _ bytes: [UInt8], byteCount: Int? = nil
    ) throws -> ZigguratError? {
        let files = OneFile(file, bytes, byteCount: byteCount ?? bytes.count)
        guard case .failure(let error) = try layout.pyramids(in: files).first else { return nil }
        return error
    }

    @Test func `A huge descriptor is rejected before it is read`() throws {
        for (layout, file) in Self.descriptors {
            let error = try Self.failure(layout, file, [], byteCount: 1 << 40)
            #expect(
                error
                    == ZigguratError(
                        DescriptorError.tooLarge(1 << 40, limit: 1 << 26), "folder/\(file)"))
        }
    }

    @Test func `A deeply nested descriptor is rejected`() throws {
        for (layout, file) in Self.descriptors {
            let depth = 200_000
            let text =
                file.hasSuffix(".json")
                ? String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                : String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
            let error = try Self.failure(layout, file, Array(text.utf8))
            #expect(error?.reason as? DescriptorError == .notWellFormed, "\(layout.name)")
            #expect(error?.subject == "folder/\(file)")
        }
    }

    @Test func `A document type declaration is rejected`() throws {
        for (layout, file) in Self.descriptors where !file.hasSuffix(".json") {
            let error = try Self.failure(layout, file, Array("<!DOCTYPE a><a/>".utf8))
            #expect(error?.reason as? DescriptorError == .documentType)
        }
    }
}

/// A folder with one file.
private final class OneFile: BundleFiles {
    private let name: String
    private let bytes: [UInt8]
    private let byteCount: Int

    init(_ name: String, _ bytes: [UInt8], byteCount: Int) {
        self.name = name
        self.bytes = bytes
        self.byteCount = byteCount
    }

    func names(in folder: String) -> [String] { folder.isEmpty ? [name] : [] }
    func contents(of path: String) -> [UInt8]? { path == name ? bytes : nil }
    func byteCount(of path: String) -> Int? { path == name ? byteCount : nil }
    func tileImage(at path: String) -> TileImage? { nil }
    func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool) {
        _ = body(name, byteCount)
    }
    func place(of path: String) -> String { "folder/\(path)" }
}
