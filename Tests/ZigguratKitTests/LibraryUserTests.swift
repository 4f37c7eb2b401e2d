import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The README's program and the snippets of the library guide work with the public declarations.
@Suite struct LibraryUserTests {
    private static let outside = """
        import ZigguratKit

        var exporter = Exporter(destination: "other", layouts: [Formats.xyz])
        exporter.options.viewer = .none
        let plan = try exporter.plan("photo.png")
        print(plan.bundles.map(\\.layout.name), plan.tileCount)
        print(try exporter.export(plan).outcome)

        """

    @Test func examples() async throws {
        let readme = try #require(Markdown("README.md").code(in: "swift").first)
        for word in ["export(", "progress", ": Layout {"] { #expect(readme.contains(word)) }
        let snippets = try Markdown("Documentation/library.md").code(in: "swift")
        #expect(snippets.count == 12)
        try await TemporaryFolder.with { folder in
            func program(_ name: String, _ text: String) async throws -> ExampleProgram {
                let program = try ExampleProgram(name, text, in: folder)
                try await program.compile().orThrow()
                return program
            }
            let start = "import ZigguratKit\n\n"
            _ = try await program("library", start + snippets.joined(separator: "\n"))
            try await vips(
                "thumbnail", RealPhotographs.all()[0].path, "photo.jpg", "1000", "--height", "800",
                "--crop", "centre", in: folder)
            try await vips("copy", "photo.jpg", "tower.tif", in: folder)
            try await vips("black", "photo.png", "600", "400", in: folder)
            try await checkReadme(try await program("readme", readme), folder)
            try await program(
                "rings",
                start + snippets.filter { $0.contains("struct Ring") }.joined(separator: "\n")
            ).run().orThrow()
            #expect(
                try folder.files(under: "public/tower/rings")
                    .filter { !$0.hasPrefix("viewer/") }.sorted() == [
                        "0/ring0/0-0.png", "1/ring0/0-0.png", "1/ring1/0-1.png", "1/ring1/1-0.png",
                        "1/ring1/1-1.png", "index.html", "size.txt",
                    ])
            let run = try await program("outside", Self.outside).run().orThrow()
            #expect(run.output == "[\"xyz\"] 9\nexported\n")
            #expect(try folder.files(under: "other/photo/xyz").count == 9)
        }
    }

    private func vips(_ words: String..., in folder: TemporaryFolder) async throws {
        try await Shell.run("vips", words, in: folder.url).orThrow()
    }

    /// The build of a package that depends on a clone without the viewer libraries names the missing
    /// command. With the libraries, the build succeeds.
    @Test func aDependency() async throws {
        try await TemporaryFolder.with { folder in
            try await checkMissingLibraries(try await ExamplePackage(Self.outside, in: folder))
        }
    }

    private func checkMissingLibraries(_ package: ExamplePackage) async throws {
        let place = "Sources/CViewerAssets/vendor"
        let vendor = ExamplePackage.checkout.appending(path: place)
        try? FileManager.default.removeItem(at: vendor)
        let refused = try await package.build(target: "CViewerAssets")
        #expect(refused.status != 0)
        let errors = (refused.output + refused.errors).split(separator: "\n").filter {
            $0.contains("error:") && $0.contains("viewer")
        }
        #expect(Set(errors.map { $0.split(separator: "error: ").last }).count == 1)
        #expect(errors.allSatisfy { $0.contains("run Scripts/bootstrap") })
        // These are the files that Scripts/bootstrap downloads.
        try FileManager.default.copyItem(at: Repository.root.appending(path: place), to: vendor)
        try await package.build(target: "CViewerAssets").orThrow()
    }

    /// Compares with tiles by libvips, which must have nearly equal pixels.
    private func checkReadme(_ program: ExampleProgram, _ folder: TemporaryFolder) async throws {
        let run = try await program.run().orThrow()
        let parts = run.output.split(separator: "\n").map { $0.split(separator: "\r") }
        #expect(parts.first?.last == "100 %")
        #expect(
            parts.dropFirst().map { $0.joined() } == [
                "public/photo/dzi: 29 tiles on 11 levels",
                "public/photo/rows: 21 tiles on 3 levels",
            ])
        let files = try folder.files(under: "public")
        for file in [
            "index.html", "photo/dzi/photo.dzi", "photo/rows/2/row3/3.jpg", "photo/rows/index.html",
        ] {
            #expect(files.contains(file))
        }
        try await vips(
            "dzsave", "photo.jpg", "expected", "--overlap", "1", "--suffix", ".jpg[Q=75]",
            in: folder)
        let (ours, theirs) = ("public/photo/dzi/photo_files", "expected_files")
        let names = try folder.files(under: theirs).filter { $0.contains("_") }
        #expect(try names.sorted() == folder.files(under: ours).sorted())
        #expect(names.count == 29)
        for tile in ["10/0_0.jpg", "10/1_1.jpg", "10/3_3.jpg"] {
            let pictures = try await PixelPicture.read([
                folder["\(ours)/\(tile)"], folder["\(theirs)/\(tile)"],
            ])
            #expect(try pictures[0].difference(from: pictures[1]).mean < 3, "\(tile)")
        }
        // The negative control: another tile differs.
        let pictures = try await PixelPicture.read([
            folder["\(ours)/10/1_1.jpg"], folder["\(ours)/10/2_1.jpg"],
        ])
        #expect(try pictures[0].difference(from: pictures[1]).mean > 3)
    }

    /// The negative control: a wrong example does not compile.
    @Test func aWrongExample() async throws {
        let example = try #require(Markdown("README.md").code(in: "swift").first)
        let wrong = example.replacing("writeGallery", with: "writeGalery")
        #expect(wrong != example)
        try await TemporaryFolder.with { folder in
            let result = try await ExampleProgram("readme", wrong, in: folder).compile()
            #expect(result.status == 1)
            #expect((result.output + result.errors).contains("writeGalery"))
            let hidden = try ExampleProgram(
                "hidden", "import ZigguratStore\n\nprint(Staging.self)\n", in: folder)
            #expect(try await hidden.compile().status == 1)
        }
    }
}
