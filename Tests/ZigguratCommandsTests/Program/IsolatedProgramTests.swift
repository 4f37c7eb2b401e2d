import Foundation
import TestSupport
import Testing

@testable import ExportTestSupport

/// Runs of the built program with decoders that crash, hang or take too much memory.
@Suite(.serialized) struct IsolatedProgramTests {
    /// The timeout is long, because the test may need long to find the process on a busy machine.
    private static let patient = ["--decoder-timeout", "5000"]

    /// A GIF of 36,000 × 36,000 pixels in 35 bytes.
    private static let huge = Data(
        Array("GIF89a".utf8) + [0xA0, 0x8C, 0xA0, 0x8C, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
            + [0x2C, 0, 0, 0, 0, 0xA0, 0x8C, 0xA0, 0x8C, 0, 2, 2, 0x44, 1, 0, 0x3B])

    @Test func `A decoder without progress is ended`() async throws {
        try await Workshop.with { shop in
            try shop.folder.write(EndlessPDF.bytes, to: "endless.pdf")
            _ = try await shop.picture("photo.jpg", width: 300, height: 200)
            let result = try await shop.run([
                "export", "endless.pdf", "photo.jpg", "--decoder-timeout", "2",
            ])
            #expect(result.status == 1)
            #expect(
                result.errors
                    == "ziggurat: endless.pdf: timeout: its decoder delivered nothing for 2 seconds\n"
                    + "hint: allow more with --decoder-timeout if you trust the author of the file\n"
            )
            #expect(shop.outputNames() == ["index.html", "photo", "pictures.js"])
        }
    }

    @Test func `A header that needs too much memory is rejected`() async throws {
        try await Workshop.with { shop in
            try shop.folder.write(Self.huge, to: "huge.gif")
            let plan = try await shop.run(["plan", "huge.gif", "--max-memory", "100000"]).orThrow()
            #expect(plan.output.contains("memory for the decoder: 5.6 GB"))
            let result = try await shop.run(["export", "huge.gif", "--max-memory", "300"])
            #expect(result.status == 2 || result.status == 1)
            #expect(result.errors.contains("huge.gif: out of memory: the export needs"))
            #expect(shop.outputNames() == [])
        }
    }

    /// The signal that ends a decoder process, and the line that the program prints.
    @Test(arguments: [
        ("SEGV", "its decoder crashed (Segmentation fault)"),
        ("ABRT", "its decoder crashed (Aborted)"), ("BUS", "its decoder crashed (Bus error)"),
        ("ILL", "its decoder crashed (Illegal instruction)"),
        ("TRAP", "its decoder crashed (Trace/breakpoint trap)"),
        ("XFSZ", "its decoder crashed (File size limit exceeded)"),
        ("XCPU", "timeout: its decoder took too much processor time"),
        ("KILL", "out of memory: its decoder needs more than"),
    ])
    func `A decoder crash is one error, and the run continues`(
        _ signal: String, _ line: String
    ) async throws {
        try await Workshop.with { shop in
            try shop.folder.write(EndlessPDF.bytes, to: "endless.pdf")
            _ = try await shop.picture("photo.jpg", width: 300, height: 200)
            let run = try shop.start(
                ["export", "endless.pdf", "photo.jpg"] + Self.patient)
            let decoder = try #require(try await Self.decoder(of: run, in: shop))
            #expect(try !Self.isCopied(decoder))
            try await Shell.run("kill", ["-\(signal)", "\(decoder)"]).orThrow()
            let result = await run.wait()
            #expect(result.status == 1)
            #expect(result.errors.contains("ziggurat: endless.pdf: \(line)"), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count <= 2)
            #expect(shop.outputNames() == ["index.html", "photo", "pictures.js"])
        }
    }

    /// With the smallest limit, the process of the decoder cannot load libvips; with the largest
    /// limits, libvips has memory for the image.
    @Test func `Under every address-space limit, pixels are right, or memory is the error`()
        async throws
    {
        try await Workshop.with { shop in
            try await TestPicture(width: 1200, height: 800).write(to: shop.folder["image.gif"])
            let program = try ZigguratBinary.url().path
            let whole = try await shop.run(["export", "image.gif", "-l", "single"]).orThrow()
            #expect(whole.status == 0)
            let image = try Data(contentsOf: shop.folder["Output/image/single/image.jpg"])
            try FileManager.default.removeItem(at: shop.folder["Output"])
            var successes = 0
            for kilobytes in [130_000] + Array(stride(from: 159_000, through: 176_000, by: 1_000)) {
                let result = try await Shell.run(
                    "bash",
                    [
                        "-c",
                        "ulimit -v \(kilobytes); exec \"$0\" export image.gif -l single --replace",
                        program,
                    ],
                    in: shop.folder.url)
                if result.status == 0 {
                    successes += 1
                    let limited = try Data(contentsOf: shop.folder["Output/image/single/image.jpg"])
                    // Not in the expectation, which would list the different bytes.
                    let hasEqualPixels = limited == image
                    #expect(hasEqualPixels, "\(kilobytes) kB")
                } else {
                    #expect(result.status == 1, "\(kilobytes) kB")
                    #expect(
                        result.errors.hasPrefix("ziggurat: image.gif: out of memory"),
                        "\(kilobytes) kB: \(result.errors)")
                    #expect(result.errors.split(separator: "\n").count <= 2, "\(result.errors)")
                    if successes == 0 { #expect(shop.outputNames() == []) }
                }
            }
        }
    }

    /// A crash of a copied process fails only its image, and the server process copies itself
    /// again.
    @Test func `A crash of a copied decoder is one error`() async throws {
        try await Workshop.with { shop in
            let images = try await Self.images(in: shop, isCopied: true)
            try await TestPicture(width: 30, height: 20).write(to: shop.folder["last.gif"])
            let run = try shop.start(["export"] + images + ["last.gif"] + Self.patient)
            let decoder = try #require(try await Self.decoder(of: run, in: shop))
            #expect(try Self.isCopied(decoder))
            try await Shell.run("kill", ["-SEGV", "\(decoder)"]).orThrow()
            let result = await run.wait()
            #expect(result.status == 1)
            #expect(result.errors.contains("endless.pdf: its decoder crashed (Segmentation fault)"))
            #expect(shop.outputNames().contains("last"))
        }
    }

    @Test(arguments: ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"], [false, true])
    func `A decoder ends with the program`(_ signal: String, _ isCopied: Bool) async throws {
        try await Workshop.with { shop in
            let images = try await Self.images(in: shop, isCopied: isCopied)
            let run = try shop.start(["export"] + images + Self.patient)
            let decoder = try #require(try await Self.decoder(of: run, in: shop))
            let family = try shop.processes()
            #expect(try Self.isCopied(decoder) == isCopied)
            #expect(family.count == (isCopied ? 3 : 2), "the program, the decoder, the server")
            try run.send(signal: signal)
            let result = await run.wait()
            try await Workshop.expectEnd(of: family)
            guard signal != "SIGKILL" else { return }
            #expect(result.status == 130)
            #expect(result.errors == "ziggurat: endless.pdf: cancelled\n")
            if !isCopied { #expect(shop.outputNames() == []) }
        }
    }

    @Test(arguments: [false, true])
    func `A decoder process has no rights and no other files`(_ isCopied: Bool) async throws {
        try await Workshop.with { shop in
            let images = try await Self.images(in: shop, isCopied: isCopied)
            let run = try shop.start(["export"] + images + Self.patient)
            let decoder = try #require(try await Self.decoder(of: run, in: shop))
            #expect(try Self.isCopied(decoder) == isCopied)
            let status = try String(contentsOfFile: "/proc/\(decoder)/status", encoding: .utf8)
            #expect(status.contains("NoNewPrivs:\t1\n"))
            #expect(status.contains("Seccomp:\t2\n"))
            let limits = try String(contentsOfFile: "/proc/\(decoder)/limits", encoding: .utf8)
            #expect(limits.contains(#/Max file size +0 +0 /#))
            #expect(limits.contains(#/Max core file size +1 +1 /#))
            #expect(limits.contains(#/Max data size +[0-9]+ /#))
            // 600 s, and 10 s for each megapixel of the page.
            #expect(limits.contains(#/Max cpu time +6[0-9]{2} +6[0-9]{2} +seconds/#))
            let files = try FileManager.default.contentsOfDirectory(
                atPath: "/proc/\(decoder)/fd"
            ).compactMap { number -> String? in
                guard let number = Int(number), number > 4 else { return nil }
                return try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/\(decoder)/fd/\(number)")
            }
            // The decoder may still be loading libraries.
            let others = files.filter { file in
                file.hasPrefix("/") && !file.contains("endless.pdf") && !file.contains(".so")
                    && !file.contains("vips-modules")
            }
            #expect(others == [])
            try run.send(signal: "SIGINT")
            _ = await run.wait()
        }
    }

    /// The paths of a file whose decoder does not end. For a copied process, other images come
    /// first.
    private static func images(in shop: Workshop, isCopied: Bool) async throws -> [String] {
        try shop.folder.write(EndlessPDF.bytes, to: "endless.pdf")
        guard isCopied else { return ["endless.pdf"] }
        for name in ["1.gif", "2.gif"] {
            try await TestPicture(width: 30, height: 20).write(to: shop.folder[name])
        }
        return ["1.gif", "2.gif", "endless.pdf"]
    }

    /// Whether a process is a copy of the process that has loaded the libraries.
    private static func isCopied(_ process: Int) throws -> Bool {
        try String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
            .contains("prepare-decoders")
    }

    /// Waits for the process that decodes the endless file into shared memory, under its limits.
    /// Decoders of small images never use as much processor time.
    private static func decoder(
        of run: RunningCommand, in shop: Workshop
    ) async throws -> Int? {
        var found: Int?
        try await Patience.wait {
            found = try shop.processes().first { process in
                let status = try? String(
                    contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
                return Workshop.link("\(process)/fd/4")?.contains("ziggurat-rows") == true
                    && status?.contains("Seccomp:\t2\n") == true && processorTime(process) > 0.3
            }.flatMap { Int($0) }
            return found != nil || run.hasEnded
        }
        return found
    }

    /// The processor time that a process has taken, in seconds.
    private static func processorTime(_ process: String) -> Double {
        let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = text?.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12])
        else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
