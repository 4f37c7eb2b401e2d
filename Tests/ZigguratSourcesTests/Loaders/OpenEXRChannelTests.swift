import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// libvips reads the channels R, G, B, A and Y of an OpenEXR. libvips shows other files as black.
@Suite struct OpenEXRChannelTests {
    private static let trust = SourceRequest.Trust(allowsUntrusted: true)

    @Test(arguments: [
        (["left.B", "left.G", "left.R"], true), (["Z"], true), (["A"], true), (["BY", "RY"], true),
        (["y"], true), (["Y"], false), (["G"], false), (["B", "G", "R"], false),
        (["R", "Z", "left.R"], false),
    ])
    func `An OpenEXR without a colour channel is refused by its channels`(
        _ names: [String], _ isRefused: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let samples = [Float](repeating: 0.5, count: 6 * 4)
            let channels = Dictionary(uniqueKeysWithValues: names.map { ($0, samples) })
            let image = OpenEXRImage(width: 6, height: 4, channels: channels)
            let file = try folder.write(image.data, to: "image.exr")
            let found: ZigguratError? = {
                do {
                    let source = try SourceImage(path: file.path, trust: Self.trust)
                    // The pixels of a file that is not refused are not black.
                    #expect(try source.pixels().samples.max() ?? 0 > 0)
                    return nil
                } catch {
                    return error as? ZigguratError
                }
            }()
            let expected = ZigguratError(SourceError.unsupported(.channels(names)), file.path)
            #expect(found == (isRefused ? expected : nil))
        }
    }
}
