import Foundation
import TestSupport
import Testing

/// libvips, and the hundred libraries that it brings, are loaded when a picture needs them: a short
/// command is over before that would be done.
@Suite struct LoadingTests {
    @Test func `The program is not linked to libvips`() async throws {
        let run = try await Shell.run("ldd", [try ZigguratBinary.url().path]).orThrow()
        for name in ["libvips", "libgobject", "libtiff", "libisal"] {
            #expect(!run.output.contains(name))
        }
        // The negative control: this is the list of what it links.
        #expect(run.output.contains("libc.so"))
    }

    /// What the dynamic linker says of its work tells what was loaded.
    @Test(arguments: [
        (["--version"], false), (["layouts"], false), (["export", "--help"], false),
        (["export", "plain.jpg", "--output", "out"], false),
        (["plan", "plain.jpg"], false),
        (["export", "camera.jpg", "--output", "out"], false),
        (["export", "profile.jpg", "--output", "out"], true),
        (["export", "plain.png", "--output", "out"], true),
        (["export", "plain.jpg", "--format", "avif", "--output", "out"], true),
        (["sample", "--size", "64x64", "sample.jpg"], true),
    ])
    func `It is loaded by what needs it`(_ words: [String], _ isNeeded: Bool) async throws {
        try await TemporaryFolder.with { folder in
            try await Self.makePictures(in: folder)
            let run = try await Shell.run(
                try ZigguratBinary.url().path, words, environment: ["LD_DEBUG": "files"],
                in: folder.url
            ).orThrow()
            #expect(run.errors.contains("file=libvips.so") == isNeeded)
            // The negative control: this is the list of what is loaded.
            #expect(run.errors.contains("file=libc.so"))
        }
    }

    /// Where libvips is damaged or missing the program says so, and does what it can without.
    @Test func `Without libvips there is one clear line`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.makePictures(in: folder)
            let libraries = folder["libraries"]
            try FileManager.default.createDirectory(
                at: libraries, withIntermediateDirectories: false)
            try Data("This is no library.".utf8).write(
                to: libraries.appending(path: "libvips.so.42"))
            let program = try ZigguratBinary.url().path
            for words in [
                ["export", "plain.png", "--output", "out"],
                ["export", "plain.jpg", "--format", "avif", "--output", "out"],
            ] {
                let run = try await Shell.run(
                    program, words, environment: ["LD_LIBRARY_PATH": libraries.path],
                    in: folder.url)
                #expect(run.status == 1)
                #expect(run.errors.contains("libvips cannot be loaded ("), "\(run.errors)")
                #expect(run.errors.contains("apt-get install libvips42"), "\(run.errors)")
            }
            try await Shell.run(
                program, ["export", "plain.jpg", "--output", "out"],
                environment: ["LD_LIBRARY_PATH": libraries.path], in: folder.url
            ).orThrow()
            // A pyramid of which nothing but its tiles says how large it is.
            try FileManager.default.createDirectory(
                at: folder["tiles/0/0"], withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: folder["plain.png"], to: folder["tiles/0/0/0.png"])
            let check = try await Shell.run(
                program, ["verify", "tiles"],
                environment: ["LD_LIBRARY_PATH": libraries.path], in: folder.url)
            #expect(check.status == 1)
            #expect(check.errors.contains("libvips cannot be loaded ("), "\(check.errors)")
        }
    }

    /// What needs a library, and how it says so where it cannot have it.
    private static let needs: [(library: String, words: [String], status: Int, start: String)] = [
        (
            "libvips.so.42", ["export", "plain.jpg", "--format", "avif", "--output", "new"], 1,
            "libvips cannot be loaded ("
        ),
        (
            "libisal.so.2", ["export", "plain.jpg", "--format", "png", "--output", "new"], 1,
            "ISA-L cannot be loaded ("
        ),
        (
            "libisal.so.2", ["export", "plain.png", "--output", "new"], 1,
            "plain.png: ISA-L cannot be loaded ("
        ),
        (
            "libxml2.so.2", ["verify", "out/plain/dzi"], 1,
            "the descriptor cannot be read: libxml2 cannot be loaded: "
        ),
        (
            "libxml2.so.2", ["export", "described.jpg", "--output", "new"], 1,
            "described.jpg: its XMP cannot be read: libxml2 cannot be loaded: "
        ),
        (
            "libglib-2.0.so.0", ["export", "plain.jpg", "--checksums", "--output", "new"], 127,
            "ziggurat: "
        ),
        (
            "libmicrohttpd.so.12", ["serve", "out", "--port", "0"], 1,
            "libmicrohttpd cannot be loaded ("
        ),
    ]

    /// A library is damaged, or another one bears its name.
    @Test func `A library that is not what it should be is named`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.makePictures(in: folder)
            let program = try ZigguratBinary.url().path
            try await Shell.run(
                program, ["export", "plain.jpg", "--output", "out"], in: folder.url
            ).orThrow()
            try Data("This is no library.".utf8).write(to: folder["damaged"])
            try await Shell.run(
                "clang", ["-shared", "-o", "empty", "-x", "c", "/dev/null"], in: folder.url
            ).orThrow()
            for (number, (library, words, status, start)) in Self.needs.enumerated() {
                let outcomes = [("damaged", ": file too short"), ("empty", "\(library) lacks ")]
                for (kind, complaint) in outcomes {
                    let libraries = folder["\(kind)-\(number)"]
                    try FileManager.default.createDirectory(
                        at: libraries, withIntermediateDirectories: false)
                    try FileManager.default.copyItem(
                        at: folder[kind], to: libraries.appending(path: library))
                    let run = try await Shell.run(
                        program, words, environment: ["LD_LIBRARY_PATH": libraries.path],
                        in: folder.url)
                    #expect(run.status == status, "\(library), \(kind)")
                    #expect(run.errors.contains(start), "\(run.errors)")
                    #expect(run.errors.contains(complaint), "\(run.errors)")
                    #expect(run.errors.filter(\.isNewline).count == 1, "\(run.errors)")
                }
            }
        }
    }

    @Test func `Without libxml2 there are pictures whose XMP nobody wants`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.makePictures(in: folder)
            try Data("This is no library.".utf8).write(to: folder["libxml2.so.2"])
            try await Shell.run(
                try ZigguratBinary.url().path,
                ["export", "described.jpg", "--no-metadata", "--output", "out"],
                environment: ["LD_LIBRARY_PATH": folder.url.path], in: folder.url
            ).orThrow()
        }
    }

    /// A JPEG without anything but its pixels, one with Exif, one with a colour profile, one with
    /// XMP, and a PNG.
    private static func makePictures(in folder: TemporaryFolder) async throws {
        let picture = TestPicture(width: 300, height: 200)
        try await picture.write(to: folder["plain.jpg"], options: "strip")
        try await picture.write(to: folder["camera.jpg"])
        try await picture.write(to: folder["profile.jpg"], options: "profile=p3")
        try await picture.write(to: folder["plain.png"])
        let xmp = Data("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
        let plain = try Data(contentsOf: folder["plain.jpg"])
        let segment = Data([0xFF, 0xE1, 0, UInt8(xmp.count + 2)]) + xmp
        try (plain.prefix(2) + segment + plain.dropFirst(2)).write(to: folder["described.jpg"])
    }
}
