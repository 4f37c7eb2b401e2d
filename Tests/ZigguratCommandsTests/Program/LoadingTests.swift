import Foundation
import TestSupport
import Testing

/// libvips and its eighty dependencies are loaded only when an image needs them.
@Suite struct LoadingTests {
    @Test func `The program is not linked to libvips`() async throws {
        let run = try await Shell.run("ldd", [try ZigguratBinary.url().path]).orThrow()
        #expect(!run.output.contains("libvips"))
        // The negative control: ldd lists the linked libraries.
        #expect(run.output.contains("libjpeg.so"))
    }

    @Test(arguments: [
        (["--version"], false), (["layouts"], false), (["export", "--help"], false),
        (["export", "plain.jpg", "--output", "out"], false),
        (["plan", "plain.jpg"], false),
        (["export", "camera.jpg", "--output", "out"], false),
        (["export", "profile.jpg", "--output", "out"], false),
        (["export", "plain.jpg", "--crop", "20,30,90,80", "--output", "out"], false),
        (["export", "plain.png", "--output", "out"], false),
        (["plan", "plain.png"], false),
        (["export", "interlaced.png", "--output", "out"], false),
        (["export", "plain.png", "--format", "png", "--bits", "16", "--output", "out"], false),
        (["export", "plain.tif", "--output", "out"], false),
        (["export", "turned.tif", "--output", "out"], false),
        (["export", "plain.webp", "--output", "out"], false),
        // A second process reduces the image, and only that process loads libvips.
        (["export", "plain.png", "--fit", "100x100", "--output", "out"], false),
        (["export", "plain.jpg", "--format", "avif", "--output", "out"], true),
        (["sample", "--size", "64x64", "sample.jpg"], true),
    ])
    func `Only commands that need libvips load it`(
        _ words: [String], _ isNeeded: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await Self.makeImages(in: folder)
            // The dynamic linker reports the files that it loads.
            let run = try await Shell.run(
                try ZigguratBinary.url().path, words, environment: ["LD_DEBUG": "files"],
                in: folder.url
            ).orThrow()
            #expect(run.errors.contains("file=libvips.so") == isNeeded)
            // The negative control: the output lists the loaded files.
            #expect(run.errors.contains("file=libc.so"))
        }
    }

    @Test(arguments: [("damaged", ": file too short"), ("empty", "undefined symbol: vips_")])
    func `A damaged libvips is reported in one line`(
        _ kind: String, _ cause: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await Self.makeImages(in: folder)
            if kind == "empty" {
                try await Shell.run(
                    "clang", ["-shared", "-o", "libvips.so.42", "-x", "c", "/dev/null"],
                    in: folder.url
                ).orThrow()
            } else {
                try Data("not a library".utf8).write(to: folder["libvips.so.42"])
            }
            for words in [
                ["export", "plain.png", "--fit", "100x100", "--output", "out"],
                ["export", "plain.jpg", "--format", "avif", "--output", "out"],
            ] {
                let run = try await Shell.run(
                    try ZigguratBinary.url().path, words,
                    environment: ["LD_LIBRARY_PATH": folder.url.path], in: folder.url)
                #expect(run.status == 1)
                #expect(run.errors.contains("libvips"), "\(run.errors)")
                #expect(run.errors.contains(cause), "\(run.errors)")
                #expect(run.errors.contains("apt-get install libvips42"), "\(run.errors)")
                #expect(run.errors.filter(\.isNewline).count <= 2, "\(run.errors)")
            }
            // A plain JPEG does not need libvips.
            try await Shell.run(
                try ZigguratBinary.url().path, ["export", "plain.jpg", "--output", "out"],
                environment: ["LD_LIBRARY_PATH": folder.url.path], in: folder.url
            ).orThrow()
        }
    }

    /// Writes images without metadata, with Exif, with a colour profile, and with interlacing.
    private static func makeImages(in folder: TemporaryFolder) async throws {
        let picture = TestPicture(width: 300, height: 200)
        try await picture.write(to: folder["plain.jpg"], options: "strip")
        try await picture.write(to: folder["camera.jpg"])
        try await picture.write(to: folder["profile.jpg"], options: "profile=p3")
        try await picture.write(to: folder["plain.png"])
        try await picture.write(to: folder["interlaced.png"], options: "interlace")
        try await picture.write(to: folder["plain.tif"], options: "compression=lzw,predictor=none")
        try await picture.write(to: folder["turned.tif"], options: "tile")
        try await Shell.run(
            "tiffset", ["-s", "274", "6", folder["turned.tif"].path]
        ).orThrow()
        try await picture.write(to: folder["plain.webp"])
    }
}
