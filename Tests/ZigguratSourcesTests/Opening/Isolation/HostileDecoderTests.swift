import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Whatever a decoder process does, its image fails with one error, and no process or memory stays.
@Suite(.serialized) struct HostileDecoderTests {
    private static let modes: [(String, SourceError.DecoderEnd)] = [
        ("silence", .timeout(seconds: 1)), ("half", .timeout(seconds: 1)),
        ("loop", .timeout(seconds: 1)),
        ("exit", .crashed), ("crash", .crashed), ("bus", .crashed), ("abort", .crashed),
        ("trap", .crashed), ("file-size", .crashed), ("noise", .crashed),
        ("closed", .crashed),
        ("kill", .outOfMemory(limit: 200_000_000)),
        ("memory", .outOfMemory(limit: 200_000_000)),
        ("processor", .processorTime),
        ("garbage", .invalidAnswer), ("length", .invalidAnswer), ("kind", .invalidAnswer),
        ("task", .invalidAnswer), ("binary", .invalidAnswer), ("empty", .invalidAnswer),
        ("other", .invalidAnswer), ("reason", .invalidAnswer), ("escape", .invalidAnswer),
        ("no-rows", .invalidAnswer),
    ]

    @Test(arguments: modes)
    func `A header fails with one error`(
        _ mode: String, _ end: SourceError.DecoderEnd
    ) async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(Data("GIF89a".utf8), to: "image.gif").path
            let trust = try Isolation.hostile(mode, seconds: end.seconds)
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: path, trust: trust)
            }
            #expect(error?.reason as? SourceError == .decoder(end))
            #expect(error?.subject == path)
            let cause = error?.cause?.description ?? ""
            #expect(cause.isLine(atMost: 400))
            if mode == "abort" { #expect(cause.contains("corrupted")) }
        }
        try await Self.expectNothingStays()
    }

    /// The limits of time depend on these properties.
    @Test func `The state and the processor time of a process are known`() async throws {
        func process(_ mode: String) throws -> ConfinedProcess {
            let process = try ConfinedProcess(
                BuiltProgram.url("hostile-decoder").path, [mode],
                limits: ConfinedProcess.Limits(memory: 200_000_000, processorTime: 600))
            // An empty message.
            #expect(process.send([UInt8](repeating: 0, count: 8)))
            return process
        }
        let (asleep, busy) = try (process("silence"), process("loop"))
        try await Patience.wait { !asleep.isRunnable }
        try await Patience.wait { busy.processorTime ?? 0 > 100_000_000 }
        #expect(busy.isRunnable && !asleep.isRunnable)
        for process in [asleep, busy] {
            _ = process.finish(patience: 0)
            #expect(!process.isRunnable && process.processorTime == nil)
        }
        try await Self.expectNothingStays()
    }

    private static let rowModes: [(String, SourceError.DecoderEnd)] = [
        ("silence", .timeout(seconds: 1)), ("exit", .crashed), ("some-rows", .crashed),
        ("crash", .crashed), ("no-rows", .invalidAnswer), ("too-many", .invalidAnswer),
        ("past-end", .invalidAnswer), ("backwards", .invalidAnswer), ("overrun", .invalidAnswer),
        ("short-count", .invalidAnswer), ("garbage", .invalidAnswer), ("other", .invalidAnswer),
        // The memory cannot change its size, so the rows arrive; afterwards no further message
        // arrives.
        ("resize", .timeout(seconds: 1)),
    ]

    @Test(arguments: rowModes)
    func `Rows fail with one error`(
        _ mode: String, _ end: SourceError.DecoderEnd
    ) async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(Data("GIF89a".utf8), to: "image.gif").path
            let header = try Self.header(path, PixelSize(width: 50, height: 5000))
            let rows = try Isolation.document(
                DecoderAnswer.rows(
                    PixelSize(width: 50, height: 5000), bands: 3, sampleBytes: 1))
            let trust = try Isolation.hostile(mode, header, rows, seconds: end.seconds)
            let source = try Self.open(path, trust)
            let error = #expect(throws: ZigguratError.self) { try source.pixels() }
            #expect(error?.reason as? SourceError == .decoder(end))
            #expect(error?.subject == path)
        }
        try await Self.expectNothingStays()
    }

    @Test func `An interrupted decoder process counts as a cancellation`() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(Data("GIF89a".utf8), to: "image.gif").path
            let trust = try Isolation.hostile("interrupt")
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: path, trust: trust)
            }
            #expect(error?.reason is Cancelled)
        }
    }

    @Test(arguments: [0, 1, 3])
    func `A cancellation ends the decoder process`(_ answers: Int) async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(Data("GIF89a".utf8), to: "image.gif").path
            let size = PixelSize(width: 50, height: 500)
            let rows = try Isolation.document(
                DecoderAnswer.rows(size, bands: 3, sampleBytes: 1))
            let source = try SourceImage(
                path: path,
                trust: try Isolation.hostile("silence", try Self.header(path, size), rows))
            var questions = 0
            let error = #expect(throws: ZigguratError.self) {
                let isWanted = {
                    questions += 1
                    return questions <= answers
                }
                let reading = try source.makeReading(
                    keepsAlpha: false, background: .white, isWanted: isWanted)
                try reading.makeRowReader().waitForRows(1, isWanted: isWanted)
            }
            #expect(error?.reason is Cancelled)
        }
        try await Self.expectNothingStays()
    }

    /// Each case changes one value of a header that is accepted without the change.
    @Test(arguments: [
        ("", "", true),
        (#""width":50"#, #""width":0"#, false), (#""width":50"#, #""width":-5"#, false),
        (#""width":50"#, #""width":3000000000"#, false), (#""width":50"#, #""width":1e99"#, false),
        (#""width":50"#, #""width":51"#, false),
        (#""height":60"#, #""height":2000000000"#, false),
        (#""bands":3"#, #""bands":0"#, false), (#""bands":3"#, #""bands":9000000000"#, false),
        (#""bitsPerSample":8"#, #""bitsPerSample":-8"#, false),
        (#""bitsPerSample":8"#, #""bitsPerSample":4096"#, false),
        (#""orientation":1"#, #""orientation":6"#, false),
        (#""orientation":1"#, #""orientation":77"#, false),
        (#""pages":1"#, #""pages":0"#, false), (#""pages":1"#, #""pages":9000000000"#, false),
        (#""page":1"#, #""page":2"#, false),
        (#""temporaryBytes":0"#, #""temporaryBytes":-1"#, false),
        (#""temporaryBytes":0"#, #""temporaryBytes":9223372036854775807"#, false),
        (#""format":"gif""#, #""format":"""#, false),
        (#""format":"gif""#, #""format":"../x""#, false),
        (#""format":"gif""#, #""format":"\u001b[2J""#, false),
        (#""conversions":[]"#, #""conversions":["\u0007"]"#, false),
        (#""colour":"rgb""#, #""colour":"blue""#, false),
    ])
    func `Impossible headers are rejected`(
        _ field: String, _ replacement: String, _ isAccepted: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(Data("GIF89a".utf8), to: "image.gif").path
            let whole = try Self.header(path, PixelSize(width: 50, height: 60))
            #expect(field.isEmpty || whole.contains(field), "\(whole)")
            var header = whole
            if let place = header.range(of: field) {
                header.replaceSubrange(place, with: replacement)
            }
            let trust = try Isolation.hostile("silence", header)
            let error = { () -> ZigguratError? in
                do throws(ZigguratError) {
                    _ = try SourceImage(path: path, trust: trust)
                    return nil
                } catch {
                    return error
                }
            }()
            #expect(
                error?.reason as? SourceError == (isAccepted ? nil : .decoder(.invalidAnswer)))
        }
    }

    /// Rows whose size or format differs from the header.
    @Test(arguments: [
        (50, 60, 4, 1, true), (51, 60, 3, 1, false), (50, 61, 3, 1, false), (50, 60, 0, 1, false),
        (50, 60, 5, 1, false), (50, 60, 3, 2, false), (50, 60, -3, 1, false),
    ])
    func `Impossible rows are rejected`(
        _ width: Int, _ height: Int, _ bands: Int, _ sampleBytes: Int, _ isAccepted: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(Data("GIF89a".utf8), to: "image.gif").path
            let rows = try Isolation.document(
                DecoderAnswer.rows(
                    PixelSize(width: width, height: height), bands: bands, sampleBytes: sampleBytes
                ))
            let header = try Self.header(path, PixelSize(width: 50, height: 60))
            let source = try SourceImage(
                path: path, trust: try Isolation.hostile("silence", header, rows))
            let reading = try? source.makeReading(keepsAlpha: true, background: .white)
            #expect((reading != nil) == isAccepted)
        }
    }

    @Test func `A missing decoder program is an error`() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(Data("GIF89a".utf8), to: "image.gif").path
            let trust = SourceRequest.Trust(
                isolation: SourceRequest.Isolation(program: folder["missing"].path))
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: path, trust: trust)
            }
            #expect(error?.reason as? SourceError == .decoder(.cannotStart))
            #expect(error?.cause == .system(ENOENT))
        }
        try await Self.expectNothingStays()
    }

    /// Opens a file. Tries again if the process on a busy machine starts too slowly.
    private static func open(
        _ path: String, _ trust: SourceRequest.Trust
    ) throws(ZigguratError) -> SourceImage {
        let opened = Result { () throws(ZigguratError) in
            try SourceImage(path: path, trust: trust)
        }
        if case .failure(let error) = opened,
            case .decoder(.timeout)? = error.reason as? SourceError
        {
            return try open(path, trust)
        }
        return try opened.get()
    }

    /// Returns the header of a GIF as a decoder process answers it.
    private static func header(_ path: String, _ size: PixelSize) throws -> String {
        let plan = try DecodePlan(
            SourceRequest(), DecodePlan.Settings(), storedSize: size, exifOrientation: 1,
            bytesPerPixel: 3)
        let header = SourceHeader(format: "gif", size: size, bands: 3, hasAlpha: false)
        return try Isolation.document(DecoderAnswer.header(header, plan))
    }

    private static func commonMemory() throws -> [String] {
        try OpenFiles.names().filter { $0.contains("ziggurat-rows") }
    }

    /// Expects that no decoder process and no shared memory remain.
    private static func expectNothingStays() async throws {
        // Other suites start processes meanwhile.
        try await Patience.wait { try commonMemory().isEmpty }
        let own = "\(ProcessInfo.processInfo.processIdentifier)"
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard Int(name) != nil,
                let status = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                status.contains("(hostile-decod")
            else { continue }
            let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
            #expect(fields.count < 2 || fields[1] != own, "\(status)")
        }
    }
}

extension SourceError.DecoderEnd {
    /// The time without progress that ends the process.
    fileprivate var seconds: Int? {
        guard case .timeout(let seconds) = self else { return nil }
        return seconds
    }
}
