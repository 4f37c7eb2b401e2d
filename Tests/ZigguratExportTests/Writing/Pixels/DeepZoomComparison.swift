import Foundation
import TestSupport

/// A comparison of two Deep Zoom folders, tile by tile.
struct DeepZoomComparison {
    /// Tiles that only one of the folders has.
    let unmatched: [String]
    /// The mean difference of each tile; infinite if the sizes or bands differ.
    let differences: [String: Double]
    /// Tiles whose bytes differ.
    let otherBytes: [String]

    /// The tiles that are missing, additional or off by a grey level or more.
    var faults: [String] { faults(limit: 1) }

    /// Returns the tiles that are missing, additional or off by the limit or more.
    func faults(limit: Double) -> [String] {
        unmatched + differences.filter { $0.value >= limit }.keys.sorted()
    }

    init(_ ours: URL, _ theirs: URL) async throws {
        let own = try FolderListing.files(in: ours)
        // The properties file of vips is not a tile.
        let other = try FolderListing.files(in: theirs).filter { $0 != "vips-properties.xml" }
        let shared = Set(own).intersection(other).sorted()
        unmatched = Set(own).symmetricDifference(other).sorted()
        let differing = try shared.filter {
            try Data(contentsOf: ours.appending(path: $0))
                != Data(contentsOf: theirs.appending(path: $0))
        }
        otherBytes = differing
        let ourTiles = try await PixelPicture.read(differing.map { ours.appending(path: $0) })
        let theirTiles = try await PixelPicture.read(differing.map { theirs.appending(path: $0) })
        var differences = Dictionary(uniqueKeysWithValues: shared.map { ($0, 0.0) })
        for (name, pair) in zip(differing, zip(ourTiles, theirTiles)) {
            differences[name] = (try? pair.0.difference(from: pair.1).mean) ?? .infinity
        }
        self.differences = differences
    }
}
