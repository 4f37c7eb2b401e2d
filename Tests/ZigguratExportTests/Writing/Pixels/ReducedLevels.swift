import Foundation
import TestSupport

@testable import ImagingTestSupport

/// All levels of an image as whole images, as vips makes them.
struct ReducedLevels {
    /// The levels by their number of halvings.
    let pictures: [PixelPicture]

    var width: Int { pictures[0].width }
    var height: Int { pictures[0].height }

    init(of file: URL, in folder: TemporaryFolder) async throws {
        try await Vips.run(
            "dzsave", file.path, "levels", "--tile-size", "8192", "--overlap", "0", "--suffix",
            ".png", in: folder)
        let count = try folder.files(under: "levels_files").filter { $0.hasSuffix("/0_0.png") }
            .count
        pictures = try await PixelPicture.read(
            (0..<count).reversed().map { folder["levels_files/\($0)/0_0.png"] })
    }
}
