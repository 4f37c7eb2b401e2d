import Foundation
import TestSupport
import Testing

@testable import ExportTestSupport

/// The formats that the built program reads by default, and with options.
@Suite struct DefaultFormatTests {
    /// The options that a format needs.
    enum Access: Equatable {
        /// The format is read with all options.
        case always
        /// The format is read unless only trusted formats are allowed.
        case byDefault
        /// The format is read with `--allow imagemagick`.
        case imageMagick
    }

    private static let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">
        <circle cx="30" cy="20" r="10" fill="#c04020"/></svg>
        """

    private static let table: [(name: String, access: Access)] = [
        ("a.jpg", .always), ("a.png", .always), ("a.webp", .always), ("a.bmp", .always),
        ("a.ppm", .always), ("a.jp2", .byDefault), ("a.jxl", .byDefault), ("a.hdr", .byDefault),
        ("a.fits", .byDefault), ("a.v", .byDefault), ("a.pdf", .byDefault), ("a.svg", .byDefault),
        ("a.exr", .byDefault), ("slide.tif", .byDefault), ("a.pcx", .imageMagick),
        ("a.dds", .imageMagick),
    ]

    /// Each set of options has a single run, because the program decides about each file
    /// separately.
    @Test(
        arguments: [
            ([], [.always, .byDefault]), (["--trusted-formats-only"], [.always]),
            (["--allow", "imagemagick"], [.always, .byDefault, .imageMagick]),
        ] as [([String], [Access])])
    func `Formats are read by default, and formats of ImageMagick on request`(
        _ options: [String], _ accesses: [Access]
    ) async throws {
        try await Workshop.with { shop in
            for (name, _) in Self.table { try await Self.make(name, in: shop) }
            let names = Self.table.map(\.name)
            let result = try await shop.run(
                ["export", "--name", "{ext}", "--viewer", "none"] + options + names)
            let wanted = Self.table.filter { accesses.contains($0.access) }.map { entry in
                entry.name.split(separator: ".").map(String.init).last ?? ""
            }
            let folders = Set(shop.outputNames()).subtracting(["index.html", "pictures.js"])
            #expect(folders == Set(wanted), "\(result.errors)")
            #expect(result.status == (wanted.count == names.count ? 0 : 1))
            for entry in Self.table where !accesses.contains(entry.access) {
                #expect(result.errors.contains("\(entry.name): un"), "\(result.errors)")
            }
        }
    }

    /// `strace` records the system calls.
    @Test(arguments: ["drawing.svg", "page.pdf"])
    func `Drawings open no other file and no connection`(_ name: String) async throws {
        try await Workshop.with { shop in
            let other = try await shop.picture("other.jpg", width: 60, height: 40)
            try shop.folder.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">
                <image href="other.jpg" width="30" height="20"/>
                <image href="file://\(other)" width="30" height="20"/>
                <image href="http://127.0.0.1:9/other.jpg" width="30" height="20"/></svg>
                """, to: "drawing.svg")
            let image =
                "/Type /XObject /Subtype /Image /Width 60 /Height 40 /BitsPerComponent 8 "
                + "/ColorSpace /DeviceRGB"
            try shop.folder.write(
                PDFDocument.bytes(of: [
                    "<< /Type /Catalog /Pages 2 0 R >>",
                    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R "
                        + "/Resources << /XObject << /A 5 0 R >> >> >>",
                    "<< /Length 23 >>\nstream\n60 0 0 40 0 0 cm\n/A Do\nendstream",
                    "<< \(image) /F (other.jpg) /FFilter /DCTDecode /Length 0 >>\n"
                        + "stream\n\nendstream",
                ]), to: "page.pdf")
            let log = shop.folder["calls"].path
            _ = try await Shell.run(
                "strace",
                ["-f", "-qq", "-e", "trace=open,openat,openat2,socket,connect", "-o", log]
                    + [ZigguratBinary.url().path, "export", name, "--viewer", "none"],
                in: shop.folder.url)
            let calls = try String(contentsOfFile: log, encoding: .utf8)
            #expect(calls.contains(name))
            #expect(!calls.contains("other.jpg") && !calls.contains("AF_INET"))
        }
    }

    private static func make(_ name: String, in shop: Workshop) async throws {
        let file = shop.folder[name]
        switch name {
        case "a.svg": try shop.folder.write(drawing, to: name)
        case "a.pdf": try shop.folder.write(PDFDocument.bytes(pages: 1), to: name)
        case "a.exr":
            let rows = (0..<40).flatMap { _ in (0..<60).map { Float($0) / 60 } }
            let image = OpenEXRImage(width: 60, height: 40, channels: ["Y": rows])
            try shop.folder.write(image.data, to: name)
        case "a.pcx", "a.dds":
            let script = """
                import sys
                from PIL import Image
                Image.new("RGB", (60, 40), (192, 64, 32)).save(sys.argv[1])
                """
            try await Judge.run(script: script, [file.path]).orThrow()
        case "slide.tif":
            try await TestPicture(width: 300, height: 200).write(
                to: file, options: "tile,tile-width=256,tile-height=256,compression=jpeg")
            try await Shell.run(
                "tiffset",
                ["-s", "305", "MedScan", "-s", "270", "Objective Power=10", name],
                in: shop.folder.url
            ).orThrow()
        default: try await TestPicture(width: 60, height: 40).write(to: file)
        }
    }
}
