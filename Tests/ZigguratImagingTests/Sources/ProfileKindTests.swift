import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratSources

/// Profiles of each kind in each format: direct readers convert like libvips.
@Suite struct ProfileKindTests {
    enum Kind: CaseIterable {
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
    }

    @Test(arguments: Kind.allCases, ["jpg", "png", "tif", "webp"])
    func `Pixels and conversion steps equal the results of libvips`(_ kind: Kind, _ ending: String)
        async throws
    {
        // JPEG has no alpha, and libpng does not write profiles that do not match the image.
        if ending == "webp", kind != .gammaOnly, kind != .table { return }
        let isImpossible =
            kind == .greyAlpha
            ? ending == "jpg"
            : [.damaged, .damagedGrey, .forOtherSamples].contains(kind) && ending == "png"
        if isImpossible { return }
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(kind, ending, in: folder)
            for intent in [SourceRequest.Intent.relative, .perceptual, .absolute] {
                let request = SourceRequest(intent: intent)
                let source = try SourceImage(path: file.path, request: request)
                #expect(try source.header == VipsSource.open(file.path, request).header)
                let isApplied = [.gammaOnly, .table, .tableOfOneIntent, .grey, .greyAlpha]
                    .contains(kind)
                #expect(source.header.hasProfile == isApplied, "\(intent)")
                let isIgnored = source.header.conversions.contains(.ignoredProfile)
                let isUnusable = [.damaged, .damagedGrey].contains(kind)
                #expect(isIgnored == isUnusable, "\(intent)")
                if [.table, .tableOfOneIntent].contains(kind), intent == .absolute { continue }
                for keepsAlpha in [true, false] {
                    let ours = try source.makeReading(keepsAlpha: keepsAlpha, background: .white)
                    let theirs = try source.readThroughVips(
                        keepsAlpha: keepsAlpha, background: .white)
                    if case .rows(let reader) = ours {
                        #expect(!(reader is VipsRowReader), "\(intent)")
                    }
                    #expect(ours.bands == theirs.bands)
                    let differences = zip(
                        try RowStrips.samples(of: ours), try RowStrips.samples(of: theirs)
                    ).map { abs(Int($0) - Int($1)) }
                    #expect((differences.max() ?? 0) <= 1, "\(intent)")
                    let mean = Double(differences.reduce(0, +)) / Double(differences.count)
                    #expect(mean <= 0.3, "\(intent)")
                }
            }
        }
    }

    static func make(
        _ kind: Kind, _ ending: String, in folder: TemporaryFolder
    ) async throws -> URL {
        try await TestPicture(width: 200, height: 100, hasAlpha: true).write(to: folder["rgba.v"])
        try await Vips.run("extract_band", "rgba.v", "rgb.v", "0", "--n", "3", in: folder)
        try await Vips.run("colourspace", "rgb.v", "grey.v", "b-w", in: folder)
        try await Vips.run("extract_band", "rgba.v", "alpha.v", "3", in: folder)
        try await Vips.run("bandjoin", "grey.v alpha.v", "ga.v", in: folder)
        let profile = try folder.write(Data(kind.profile), to: "profile.icc")
        let file = folder["picture.\(ending)"]
        guard ending == "jpg" else {
            try await Vips.run(
                "copy", kind.image,
                "\(file.path)[profile=\(profile.path)\(ending == "webp" ? ",lossless" : "")]",
                in: folder)
            return file
        }
        try await Vips.run("copy", kind.image, "\(file.path)[strip]", in: folder)
        // A segment has less than 64 KiB.
        let parts = stride(from: 0, to: kind.profile.count, by: 60_000).map { start in
            Data(kind.profile[start..<min(start + 60_000, kind.profile.count)])
        }
        let segments = zip(1..., parts).map { number, part in
            MetadataSegments.segment(
                0xE2, Data("ICC_PROFILE\0".utf8) + [UInt8(number), UInt8(parts.count)] + part)
        }
        try MetadataSegments.insert(segments, into: file)
        return file
    }
}
