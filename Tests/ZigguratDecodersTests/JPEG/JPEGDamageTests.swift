import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Damage within the data of a JPEG is an error; oddities of undamaged files are not. djpeg
/// decides.
@Suite struct JPEGDamageTests {
    /// The options of cjpeg for each kind of file.
    private static let kinds: [[String]] = [
        [], ["-sample", "1x1"], ["-grayscale"], ["-optimize"], ["-progressive"], ["-restart", "1"],
    ]

    enum Damage: CaseIterable {
        case half, removed, zeros, noise, taller

        func apply(to data: [UInt8]) -> [UInt8] {
            let scan = data.firstRange(of: [0xFF, 0xDA])?.upperBound ?? 0
            let middle = scan + (data.count - scan) / 2
            var random = SeededGenerator(5)
            switch self {
            case .half: return data[..<middle] + [0xFF, 0xD9]
            case .removed: return Array(data[..<middle] + data[(middle + 6000)...])
            case .zeros:
                return data[..<middle] + [UInt8](repeating: 0, count: 4096)
                    + data[(middle + 4096)...]
            case .noise:
                return data[..<middle] + random.bytes(4096) + data[(middle + 4096)...]
            case .taller:
                var data = data
                // The upper byte of the height, after the marker, the length and the precision.
                let frame = [[0xFF, 0xC0], [0xFF, 0xC2]].compactMap { data.firstRange(of: $0) }
                if let place = frame.first?.upperBound { data[place + 3] += 1 }
                return data
            }
        }
    }

    @Test(arguments: kinds, Damage.allCases)
    func `Damaged data is an error`(_ kind: [String], _ damage: Damage) async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(
                Data(damage.apply(to: try await Self.make(kind, in: folder))), to: "damaged.jpg")
            let judge = try await Shell.run("djpeg", ["-outfile", "/dev/null", file.path])
            #expect(judge.status != 0 || !judge.errors.isEmpty)
            for request in [SourceRequest(), Self.fit] {
                let error = Self.failure(of: file.path, request)
                #expect([.invalidSource, .truncatedSource].contains(error?.code))
                #expect(error?.subject == file.path)
            }
            let coefficients = try JPEGCoefficients(
                path: file.path, orientation: .upright, region: nil, isReadDirectly: false)
            #expect(throws: ZigguratError.self) {
                try coefficients.read(allowsDamaged: false, isWanted: { true })
            }
        }
    }

    private static let fit = SourceRequest(fit: PixelSize(square: 100))

    enum Oddity: CaseIterable {
        case bytesBehind, noEnd, padding, fillBytes, secondImage, strayByte, junkBeforeTables,
            junkBeforeScan, junkBeforeEnd, restartMarker

        func apply(to data: [UInt8]) -> [UInt8] {
            let end = [UInt8](data.suffix(2))
            let body = [UInt8](data[..<(data.count - 2)])
            switch self {
            case .bytesBehind: return data + [UInt8](repeating: 7, count: 3000)
            case .noEnd: return body
            case .padding: return body + [UInt8](repeating: 0, count: 900) + end
            case .fillBytes: return body + [UInt8](repeating: 0xFF, count: 40) + end
            case .secondImage: return data + data
            case .strayByte:
                return Self.inserting([0], before: 0xDB, in: data)
            case .junkBeforeTables: return Self.inserting(Self.junk, before: 0xDB, in: data)
            case .junkBeforeScan: return Self.inserting(Self.junk, before: 0xDA, in: data)
            case .junkBeforeEnd: return body + Self.junk + end
            case .restartMarker: return body + [0xFF, 0xD3] + end
            }
        }

        /// Bytes that are not a marker.
        private static var junk: [UInt8] {
            var random = SeededGenerator(9)
            return random.bytes(60).map { $0 % 254 }
        }

        private static func inserting(
            _ bytes: [UInt8], before marker: UInt8, in data: [UInt8]
        ) -> [UInt8] {
            let place = data.firstRange(of: [0xFF, marker])?.lowerBound ?? 0
            return data[..<place] + bytes + data[place...]
        }
    }

    @Test(arguments: kinds, Oddity.allCases)
    func `An undamaged file with an oddity keeps its pixels`(
        _ kind: [String], _ oddity: Oddity
    ) async throws {
        try await TemporaryFolder.with { folder in
            let whole = try await Self.make(kind, in: folder)
            let file = try folder.write(Data(oddity.apply(to: whole)), to: "odd.jpg")
            for request in [SourceRequest(), Self.fit] {
                let isEqual =
                    try Self.read(file.path, request)
                    == Self.read(folder["whole.jpg"].path, request)
                #expect(isEqual)
            }
        }
    }

    @Test(arguments: kinds)
    func `On request, a damaged file is exported with a note`(_ kind: [String]) async throws {
        try await TemporaryFolder.with { folder in
            let whole = try await Self.make(kind, in: folder)
            let file = try folder.write(Data(Damage.zeros.apply(to: whole)), to: "damaged.jpg")
            try Self.expectNote(file.path)
            // An undamaged file has no note.
            let sound = try SourceImage(
                path: folder["whole.jpg"].path, trust: SourceRequest.Trust(allowsDamaged: true))
            #expect(sound.header.conversions == [])
            let isEqual =
                try sound.pixels().samples
                == SourceImage(path: folder["whole.jpg"].path).pixels().samples
            #expect(isEqual)
        }
    }

    /// Checks that a file is read with the note that matches the file's error.
    private static func expectNote(_ path: String) throws {
        for request in [SourceRequest(), fit] {
            let error = failure(of: path, request)
            let image = try SourceImage(
                path: path, request: request, trust: SourceRequest.Trust(allowsDamaged: true))
            let step: ConversionStep? =
                switch error?.reason as? SourceError {
                case .invalidData(let row): .damaged(row: row)
                case .truncated(let row, _): .filled(row: row)
                default: nil
                }
            #expect(step != nil && image.header.conversions.first == step)
            #expect(try image.pixels().samples.count > 0)
        }
    }

    private static func make(
        _ options: [String], in folder: TemporaryFolder
    ) async throws -> [UInt8] {
        let (width, height) = (400, 300)
        var random = SeededGenerator(3)
        var pixels = random.bytes(3 * width * height)
        for place in pixels.indices {
            let (x, y) = (place / 3 % width, place / 3 / width)
            pixels[place] = UInt8((x + y * (1 + place % 3)) / 6 % 200) + pixels[place] % 40
        }
        let drawing = try folder.write(
            Data("P6 \(width) \(height) 255\n".utf8) + Data(pixels), to: "drawing.ppm")
        try await Shell.run(
            "cjpeg", ["-quality", "92"] + options + ["-outfile", "whole.jpg", drawing.path],
            in: folder.url
        ).orThrow()
        return try [UInt8](Data(contentsOf: folder["whole.jpg"]))
    }

    private static func failure(of path: String, _ request: SourceRequest) -> ZigguratError? {
        do {
            _ = try read(path, request)
            return nil
        } catch {
            return error as? ZigguratError
        }
    }

    private static func read(
        _ path: String, _ request: SourceRequest = SourceRequest()
    ) throws -> [UInt8] {
        let source = try SourceImage(path: path, request: request)
        return try RowStrips.samples(
            of: source.makeReading(keepsAlpha: true, background: .white))
    }
}

/// Truncated files whose decoders send no warning, and files without all their scans.
extension JPEGDamageTests {
    /// The options of cjpeg for arithmetic codes, for which libjpeg reads zeros after the data.
    private static let arithmeticKinds = [
        [], ["-grayscale"], ["-progressive"], ["-restart", "1"], ["-sample", "1x1"],
    ].map { ["-arithmetic"] + $0 }

    @Test(arguments: arithmeticKinds, [0.02, 0.1, 0.5, 0.9])
    func `A truncated JPEG with arithmetic coding is an error`(
        _ kind: [String], _ part: Double
    ) async throws {
        try await TemporaryFolder.with { folder in
            let whole = try await Self.make(kind, in: folder)
            let scan = whole.firstRange(of: [0xFF, 0xDA])?.upperBound ?? 0
            let count = scan + Int(part * Double(whole.count - scan))
            for end in [[], [0xFF, 0xD9]] as [[UInt8]] {
                let file = try folder.write(Data(whole[..<count] + end), to: "cut.jpg")
                try Self.expectDamage(file.path)
            }
        }
    }

    @Test(arguments: arithmeticKinds)
    func `A height above the height of the arithmetic code is an error`(
        _ kind: [String]
    ) async throws {
        try await TemporaryFolder.with { folder in
            var data = try await Self.make(kind, in: folder)
            let frame = [[0xFF, 0xC9], [0xFF, 0xCA]].compactMap { data.firstRange(of: $0) }
            data[try #require(frame.first).upperBound + 3] += 1
            try Self.expectDamage(folder.write(Data(data), to: "taller.jpg").path)
        }
    }

    @Test(
        arguments: arithmeticKinds,
        [Oddity.bytesBehind, .noEnd, .fillBytes, .secondImage, .strayByte])
    func `An undamaged file with arithmetic codes and an oddity keeps its pixels`(
        _ kind: [String], _ oddity: Oddity
    ) async throws {
        try await TemporaryFolder.with { folder in
            let whole = try await Self.make(kind, in: folder)
            let file = try folder.write(Data(oddity.apply(to: whole)), to: "odd.jpg")
            let isEqual = try Self.read(file.path) == Self.read(folder["whole.jpg"].path)
            #expect(isEqual)
        }
    }

    /// The code of a large area of one colour ends long before its last block.
    @Test func `An arithmetic code that ends early is complete`() async throws {
        try await TemporaryFolder.with { folder in
            let (width, height) = (2000, 1500)
            var random = SeededGenerator(3)
            let pixels =
                random.bytes(width * 100) + [UInt8](repeating: 240, count: width * (height - 100))
            let drawing = try folder.write(
                Data("P5 \(width) \(height) 255\n".utf8) + Data(pixels), to: "drawing.pgm")
            try await Shell.run(
                "cjpeg", ["-arithmetic", "-outfile", "whole.jpg", drawing.path], in: folder.url
            ).orThrow()
            let whole = try Data(contentsOf: folder["whole.jpg"])
            let open = try folder.write(whole.dropLast(2), to: "open.jpg")
            let isEqual = try Self.read(open.path) == Self.read(folder["whole.jpg"].path)
            #expect(isEqual)
        }
    }

    /// The scans of files: each component alone, and the scans of cjpeg's progressive files. Their
    /// last three scans have the lowest bits of details, which an encoder may leave out.
    @Test(
        arguments: [
            (["-scans", "scans.txt"], 1), (["-scans", "scans.txt"], 2), (["-progressive"], 4),
            (["-progressive"], 9),
        ])
    func `A file without scans of a component or of its mean colours is an error`(
        _ kind: [String], _ missing: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("0; 1; 2;", to: "scans.txt")
            let whole = try await Self.make(kind, in: folder)
            let starts = whole.indices.filter { whole[$0...].starts(with: [0xFF, 0xDA]) }
            try #require(starts.count > missing)
            let count = starts[starts.count - missing]
            let file = try folder.write(Data(whole[..<count] + [0xFF, 0xD9]), to: "cut.jpg")
            try Self.expectDamage(file.path)
        }
    }

    /// An encoder may leave out coefficients, such as all details of the colours.
    @Test func `A progressive file need not have all coefficients`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("0,1,2: 0-0, 0, 0; 0: 1-63, 0, 0;", to: "scans.txt")
            _ = try await Self.make(["-scans", "scans.txt"], in: folder)
            #expect(Self.failure(of: folder["whole.jpg"].path, SourceRequest()) == nil)
        }
    }

    private static func expectDamage(_ path: String) throws {
        for request in [SourceRequest(), fit] {
            let error = failure(of: path, request)
            #expect([.invalidSource, .truncatedSource].contains(error?.code))
            #expect(error?.subject == path)
        }
        let coefficients = try JPEGCoefficients(
            path: path, orientation: .upright, region: nil, isReadDirectly: false)
        #expect(throws: ZigguratError.self) {
            try coefficients.read(allowsDamaged: false, isWanted: { true })
        }
        try expectNote(path)
    }
}
