import Foundation
import TestSupport
import ZigguratCore
import ZigguratSystem

/// A kind of colour profile in an image file.
enum ProfileKind: CaseIterable {
    case gammaOnly, table, tableOfOneIntent, grey, greyAlpha, damaged, damagedGrey,
        forOtherSamples

    var profile: [UInt8] {
        switch self {
        case .gammaOnly: TestProfile.matrix(gamma: 1.8)
        case .table: TestProfile.table(forAllIntents: true)
        case .tableOfOneIntent: TestProfile.table()
        case .grey, .greyAlpha: TestProfile.grey(gamma: 1.8)
        // The header is valid, but the tables are missing.
        case .damaged: Array(TestProfile.matrix(gamma: 1.8).prefix(300))
        case .damagedGrey: Array(TestProfile.grey(gamma: 1.8).prefix(200))
        case .forOtherSamples: TestProfile.grey(gamma: 1.8)
        }
    }

    var image: String {
        switch self {
        case .grey, .damagedGrey: "grey.v"
        case .greyAlpha: "ga.v"
        default: "rgb.v"
        }
    }

    /// Writes an image with the profile.
    func make(_ ending: String, in folder: TemporaryFolder) async throws -> URL {
        try await TestPicture(width: 200, height: 100, hasAlpha: true).write(to: folder["rgba.v"])
        try await Vips.run("extract_band", "rgba.v", "rgb.v", "0", "--n", "3", in: folder)
        try await Vips.run("colourspace", "rgb.v", "grey.v", "b-w", in: folder)
        try await Vips.run("extract_band", "rgba.v", "alpha.v", "3", in: folder)
        try await Vips.run("bandjoin", "grey.v alpha.v", "ga.v", in: folder)
        let embedded = try folder.write(Data(profile), to: "profile.icc")
        let file = folder["picture.\(ending)"]
        guard ending == "jpg" else {
            try await Vips.run(
                "copy", image,
                "\(file.path)[profile=\(embedded.path)\(ending == "webp" ? ",lossless" : "")]",
                in: folder)
            return file
        }
        try await Vips.run("copy", image, "\(file.path)[strip]", in: folder)
        // A segment has less than 64 KiB.
        let parts = stride(from: 0, to: profile.count, by: 60_000).map { start in
            Data(profile[start..<min(start + 60_000, profile.count)])
        }
        let segments = zip(1..., parts).map { number, part in
            MetadataSegments.segment(
                0xE2, Data("ICC_PROFILE\0".utf8) + [UInt8(number), UInt8(parts.count)] + part)
        }
        try MetadataSegments.insert(segments, into: file)
        return file
    }
}
