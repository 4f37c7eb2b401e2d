import Foundation
import TestSupport
import Testing

/// PNG files that state their colour space by numbers are exported with the colours that Chromium
/// shows. `png-colours.py` writes the files.
@Suite struct PNGColourTests {
    /// The interleaved red, green and blue samples of an image.
    private static let samples = """
        const picture = new Image();
        picture.src = arguments[0];
        return picture.decode().then(() => {
          const canvas = document.createElement('canvas');
          canvas.width = picture.width;
          canvas.height = 1;
          const context = canvas.getContext('2d');
          context.drawImage(picture, 0, 0);
          return [...context.getImageData(0, 0, picture.width, 1).data]
            .filter((_, index) => index % 4 < 3);
        }, () => null);
        """

    @Test func `Colours of PNG files equal the colours in Chromium`() async throws {
        try await TemporaryFolder.with { folder in
            let names = try await Shell.run(
                "python3", ["-I", "-S", Repository.helper("png-colours.py").path, folder.path]
            ).orThrow().output.split(separator: "\n").map(String.init)
            #expect(names.count > 300)
            try await Shell.run(
                try ZigguratBinary.url().path,
                [
                    "export", ".", "--layout", "single", "--format", "png", "--viewer", "none",
                    "--output", "out",
                ], in: folder.url
            ).orThrow()
            let ours = try await PixelPicture.read(
                names.map { folder["out/\($0)/single/\($0).png"] })
            try folder.write(Data("<!doctype html><title>-</title>".utf8), to: "page.html")
            var changed = 0
            try await Browser.with { browser in
                try await browser.open(folder["page.html"])
                for (name, own) in zip(names, ours) {
                    let bytes = try Data(contentsOf: folder["\(name).png"])
                    let address = "data:image/png;base64,\(bytes.base64EncodedString())"
                    let theirs = try await browser.run(Self.samples, [.string(address)])
                    // Chromium rejects files with damaged chunks.
                    let isDamaged = name.hasPrefix("video-short") || name.hasPrefix("video-matrix")
                    if theirs == .null, isDamaged { continue }
                    try #require(theirs.array?.count == 24, "\(name)")
                    let largest =
                        zip(Self.colours(own), theirs.array ?? []).map {
                            abs(Double($0) - ($1.number ?? -999))
                        }.max() ?? 999
                    if largest > 2 { Issue.record("\(name): a sample differs by \(largest)") }
                    if theirs.array?.first?.number != 32, !name.hasSuffix(".grey") { changed += 1 }
                }
            }
            // The control: in many files, the stated colours change the stored samples.
            #expect(changed > 100)
        }
    }

    private static func colours(_ picture: PixelPicture) -> [UInt8] {
        (0..<picture.width).flatMap { x -> [UInt8] in
            let pixel = picture[x, 0]
            return pixel.count < 3 ? [pixel[0], pixel[0], pixel[0]] : Array(pixel.prefix(3))
        }
    }
}
