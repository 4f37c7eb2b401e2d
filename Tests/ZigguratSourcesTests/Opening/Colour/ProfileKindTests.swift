import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Profiles of each kind in each format: direct readers convert like libvips.
@Suite struct ProfileKindTests {
    @Test(arguments: ProfileKind.allCases, ["jpg", "png", "tif", "webp"])
    func `Pixels and conversion steps equal the results of libvips`(
        _ kind: ProfileKind, _ ending: String
    )
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
            let file = try await kind.make(ending, in: folder)
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
}
