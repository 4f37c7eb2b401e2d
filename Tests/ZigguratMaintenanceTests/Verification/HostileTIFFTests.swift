import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratFormats
@testable import ZigguratSystem

/// Damaged and malicious TIFF files.
@Suite("Hostile TIFF files")
struct HostileTIFFTests {
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The fault that is found; `nil` if a tile has the fault.
        let fault: ArchiveError?
        let change: @Sendable (inout [UInt8]) -> Void

        init(
            _ testDescription: String, _ fault: ArchiveError?,
            _ change: @escaping @Sendable (inout [UInt8]) -> Void
        ) {
            (self.testDescription, self.fault, self.change) = (testDescription, fault, change)
        }
    }

    /// The offset of the field with a tag in the first directory.
    private static func field(_ tag: TIFFTag, in bytes: [UInt8]) -> Int {
        let start = bytes.little(8, at: 8)
        let fields = (0..<bytes.little(8, at: start)).map { start + 8 + 20 * $0 }
        return fields.first { bytes.little(2, at: $0) == Int(tag.rawValue) } ?? 0
    }

    private static func set(
        _ value: UInt64, at offset: Int, of count: Int = 8, in bytes: inout [UInt8]
    ) {
        for index in 0..<count {
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
        }
    }

    private static func setField(_ tag: TIFFTag, _ value: UInt64, in bytes: inout [UInt8]) {
        set(value, at: field(tag, in: bytes) + 12, in: &bytes)
    }

    private static let damages = [
        Damage("no directory", .damaged(.directory)) { set(0, at: 8, in: &$0) },
        Damage("a directory behind the end", .damaged(.directory)) { set(1 << 40, at: 8, in: &$0) },
        Damage("an endless chain", .damaged(.directory)) { bytes in
            let start = bytes.little(8, at: 8)
            set(UInt64(start), at: start + 8 + 20 * bytes.little(8, at: start), in: &bytes)
        },
        Damage("too many fields", .damaged(.directory)) {
            set(1 << 60, at: $0.little(8, at: 8), in: &$0)
        },
        Damage("no width", .damaged(.directory)) { setField(.imageWidth, 0, in: &$0) },
        Damage("a huge width", .damaged(.directory)) {
            setField(.imageWidth, 0xFFFF_FFFF, in: &$0)
        },
        Damage("tiles without a width", .damaged(.directory)) { setField(.tileWidth, 0, in: &$0) },
        Damage("another size of tiles", .damaged(.directory)) {
            setField(.tileWidth, 128, in: &$0)
        },
        Damage("eight samples", .unsupportedSamples) { setField(.samplesPerPixel, 8, in: &$0) },
        Damage("a palette", .unsupportedSamples) { setField(.photometric, 3, in: &$0) },
        Damage("fewer tiles", .damaged(.directory)) { bytes in
            set(3, at: field(.tileOffsets, in: bytes) + 4, in: &bytes)
        },
        Damage("the places of tiles behind the end", nil) {
            setField(.tileOffsets, 1 << 50, in: &$0)
        },
        Damage("a tile behind the end", .outOfBounds) { bytes in
            set(1 << 50, at: bytes.little(8, at: field(.tileOffsets, in: bytes) + 12), in: &bytes)
        },
        Damage("a huge tile", .outOfBounds) { bytes in
            let lengths = bytes.little(8, at: field(.tileByteCounts, in: bytes) + 12)
            set(0xFFFF_FFFF, at: lengths, of: 4, in: &bytes)
        },
        Damage("half the file", nil) { $0.removeLast($0.count / 2) },
        Damage("tables behind the end", nil) { setField(.jpegTables, 1 << 50, in: &$0) },
    ]

    @Test("Each kind of damage is found and reported with its cause")
    func damages() async throws {
        try await Workshop.with { shop in
            let result = try shop.exporter([.xyz]) {
                $0.container = .tiff
                $0.tiling.tileSize = 64
            }.export(try await shop.picture("photo.png", width: 200, height: 150))
            let whole = [UInt8](try Data(contentsOf: URL(filePath: "\(result.folder)/photo.tif")))
            let file = shop.folder["alone.tif"]
            try Data(whole).write(to: file)
            #expect(try Verdict(file.path).findings == [])
            for damage in Self.damages {
                var bytes = whole
                damage.change(&bytes)
                #expect(bytes != whole, "\(damage)")
                try Data(bytes).write(to: file)
                let findings = try Verdict(file.path).findings
                #expect(!findings.isEmpty, "\(damage)")
                if let fault = damage.fault {
                    #expect(findings.contains { $0.reason as? ArchiveError == fault }, "\(damage)")
                }
            }
        }
    }
}
