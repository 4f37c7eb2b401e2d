import CSystemLibraries
import Foundation
import TestSupport
import Testing

@testable import ImagingTestSupport
@testable import ZigguratImaging

/// Profiles of all kinds convert like Little CMS' own program, or are ignored.
@Suite struct ProfileJudgeTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        let name: String
        let colours: StoredPixels.Colours
        let profile: [UInt8]
        var intents: [SourceRequest.Intent] = [.relative, .perceptual, .saturation, .absolute]

        var hasTables = false

        var testDescription: String { name }
    }

    private static let spaces: [(String, [Double])] = [
        ("P3", TestProfile.displayP3),
        ("sRGB", [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]),
        ("Adobe RGB", [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06]),
        ("BT.2020", [0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046]),
        ("white of 5000 K", [0.3457, 0.3585, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]),
    ]

    /// The tables of a profile. Without AToB0, which the format requires, other tables are used.
    private static let tables: [(String, [cmsTagSignature])] = [
        ("AToB0", [cmsSigAToB0Tag]), ("AToB1", [cmsSigAToB1Tag]),
        ("AToB0 and 1", [cmsSigAToB0Tag, cmsSigAToB1Tag]),
        ("all", [cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag]),
    ]

    static let kinds: [Kind] = {
        var kinds: [Kind] = []
        for version in [2.1, 4.3] {
            for (name, points) in spaces {
                for gamma in [1.0, 1.8, 2.2, 2.6] {
                    kinds.append(
                        Kind(
                            name: "\(name) \(gamma) v\(version)", colours: .rgb,
                            profile: TestProfile.matrix(gamma: gamma, points, version: version)))
                }
            }
            for gamma in [1.0, 1.8, 2.2] {
                kinds.append(
                    Kind(
                        name: "grey \(gamma) v\(version)", colours: .grey,
                        profile: TestProfile.grey(gamma: gamma, version: version)))
            }
            for (name, tags) in tables {
                let source = TestProfile.matrix(gamma: 1.8)
                // Little CMS does not use other tables in place of AToB0.
                let intents: [SourceRequest.Intent] =
                    tags == [cmsSigAToB1Tag] ? [.relative] : [.relative, .perceptual, .saturation]
                kinds.append(
                    Kind(
                        name: "RGB \(name) v\(version)", colours: .rgb,
                        profile: TestProfile.tables(
                            of: source, ZIG_LCMS_RGB, for: tags, version: version),
                        intents: intents, hasTables: true))
                guard let press = pressProfile else { continue }
                kinds.append(
                    Kind(
                        name: "CMYK \(name) v\(version)", colours: .cmyk,
                        profile: TestProfile.tables(
                            of: press, ZIG_LCMS_CMYK, for: tags, version: version),
                        intents: intents, hasTables: true))
            }
        }
        return kinds
    }()

    /// A model of inks: the light that each ink leaves.
    private static let pressProfile: [UInt8]? = {
        let link = cmsCreateProfilePlaceholder(nil)
        defer { cmsCloseProfile(link) }
        cmsSetDeviceClass(link, cmsSigOutputClass)
        cmsSetColorSpace(link, cmsSigCmykData)
        cmsSetPCS(link, cmsSigLabData)
        let pipeline = cmsPipelineAlloc(nil, 4, 3)
        defer { cmsPipelineFree(pipeline) }
        let table = cmsStageAllocCLut16bit(nil, 5, 4, 3, nil)
        let isFilled = cmsStageSampleCLut16bit(
            table,
            { input, output, _ in
                guard let input, let output else { return 0 }
                let ink = (0..<4).map { Double(input[$0]) / 65_535 }
                let lightness =
                    (1 - 0.35 * ink[0]) * (1 - 0.4 * ink[1]) * (1 - 0.1 * ink[2])
                    * (1 - 0.9 * ink[3])
                let green =
                    (0.5 - 0.25 * ink[0] + 0.28 * ink[1]) * (1 - 0.8 * ink[3])
                    + 0.4 * ink[3]
                let yellow =
                    (0.5 - 0.2 * ink[0] + 0.35 * ink[2]) * (1 - 0.8 * ink[3])
                    + 0.4 * ink[3]
                output[0] = UInt16(65_535 * lightness)
                output[1] = UInt16(65_535 * green)
                output[2] = UInt16(65_535 * yellow)
                return 1
            }, nil, 0)
        guard isFilled != 0 else { return nil }
        cmsPipelineInsertStage(pipeline, cmsAT_END, table)
        var white = cmsD50_XYZ().pointee
        cmsWriteTag(link, cmsSigMediaWhitePointTag, &white)
        cmsWriteTag(link, cmsSigAToB0Tag, UnsafeRawPointer(pipeline))
        var length: UInt32 = 0
        guard cmsSaveProfileToMem(link, nil, &length) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        return cmsSaveProfileToMem(link, &bytes, &length) != 0 ? bytes : nil
    }()

    @Test(arguments: kinds)
    func `A profile converts like the program of Little CMS`(_ kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(Data(kind.profile), to: "profile.icc")
            let bands = kind.colours.rawValue
            let steps: [UInt8] = [0, 20, 51, 128, 204, 255]
            let colours = steps.indices.flatMap { index in
                (0..<4).map { turn in
                    (0..<bands).map { steps[(index + $0 * turn) % steps.count] }
                }
            }
            for intent in kind.intents {
                let transform = try #require(
                    ColourTransform(
                        profile: kind.profile, intent, from: StoredPixels(colours: kind.colours)),
                    "\(intent)")
                var ours = [UInt8](repeating: 0, count: 3 * colours.count)
                transform.apply(to: colours.flatMap(\.self), &ours, count: colours.count)
                let theirs = try await Self.judged(colours, kind, intent, folder)
                try #require(theirs.count == ours.count)
                let largest = zip(ours, theirs).map { abs(Double($0) - $1) }.max() ?? 0
                // Little CMS and Ziggurat interpolate tables on grids of fewer colours.
                #expect(largest <= (kind.hasTables ? 5 : 1.5), "\(intent): \(largest)")
            }
        }
    }

    /// Converts colours with the program of Little CMS. The program does not clip values.
    private static func judged(
        _ colours: [[UInt8]], _ kind: Kind, _ intent: SourceRequest.Intent,
        _ folder: TemporaryFolder
    ) async throws -> [Double] {
        let number = [.perceptual: 0, .relative: 1, .saturation: 2, .absolute: 3][intent] ?? 1
        // Inks are percentages.
        let scale = kind.colours == .cmyk ? 100.0 / 255 : 1
        let lines = colours.map { $0.map { "\(Double($0) * scale)" }.joined(separator: " ") }
        try folder.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "colours.txt")
        let result = try await Shell.run(
            "sh",
            [
                "-c", "transicc -i \"$1\" -o '*sRGB' -t\(number) -b -n < \"$2\"", "sh",
                folder["profile.icc"].path, folder["colours.txt"].path,
            ]
        ).orThrow()
        return result.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
            .map { min(max($0, 0), 255) }
    }

    @Test(arguments: [
        [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
        [[0.4, 0.4, 0.4], [0.4, 0.4, 0.4], [0.2, 0.2, 0.2]],
        [[0.436, 0.222, 0.014], [0.385, 0.717, 0.097], [0.821, 0.939, 0.111]],
    ])
    func `A matrix that loses colours is ignored`(_ columns: [[Double]]) throws {
        let profile = TestProfile.matrix(columns: columns)
        let pixels = StoredPixels(colours: .rgb)
        #expect(ColourTransform(profile: profile, .relative, from: pixels) == nil)
        let known = try #require(ColourProfile(profile, of: pixels))
        #expect(!known.isUsable(.relative) && !known.changesPixels(.relative))
        // The negative control: columns of three directions.
        let whole = TestProfile.matrix(
            columns: [[0.436, 0.222, 0.014], [0.385, 0.717, 0.097], [0.143, 0.061, 0.714]])
        #expect(ColourProfile(whole, of: pixels)?.isUsable(.relative) == true)
    }

    /// Profiles that make all pixels one colour.
    static let flatKinds: [Kind] = {
        var kinds: [Kind] = []
        for version in [2.1, 4.3] {
            kinds.append(
                Kind(
                    name: "RGB curves v\(version)", colours: .rgb,
                    profile: TestProfile.flatCurves(version: version)))
            kinds.append(
                Kind(
                    name: "grey v\(version)", colours: .grey,
                    profile: TestProfile.flatCurves(isGrey: true, version: version)))
        }
        for (name, tags) in tables {
            kinds.append(
                Kind(
                    name: "RGB \(name)", colours: .rgb,
                    profile: TestProfile.flatTables(cmsSigRgbData, bands: 3, for: tags)))
            kinds.append(
                Kind(
                    name: "CMYK \(name)", colours: .cmyk,
                    profile: TestProfile.flatTables(cmsSigCmykData, bands: 4, for: tags)))
        }
        return kinds
    }()

    /// The optimised conversions of Little CMS would map white to white.
    @Test(arguments: flatKinds, [1, 2])
    func `A profile under which black and white are alike is ignored`(
        _ kind: Kind, _ sampleBytes: Int
    ) throws {
        for hasAlpha in [false, true] {
            let pixels = StoredPixels(
                colours: kind.colours, hasAlpha: hasAlpha, sampleBytes: sampleBytes)
            let profile = try #require(ColourProfile(kind.profile, of: pixels))
            for intent in kind.intents {
                #expect(
                    ColourTransform(profile: kind.profile, intent, from: pixels) == nil,
                    "\(intent)")
                #expect(!profile.isUsable(intent) && !profile.changesPixels(intent), "\(intent)")
                #expect(ColourProfile.isUnusable(kind.profile, of: pixels, intent), "\(intent)")
            }
        }
    }

    @Test func `A valid profile is not damaged`() {
        let profile = TestProfile.matrix(gamma: 1.8)
        #expect(!ColourProfile.isDamaged(profile))
        #expect(!ColourProfile.isUnusable(profile, of: StoredPixels(colours: .grey), .relative))
        for damaged in [[], Array(profile.prefix(60)), Array("garbage".utf8)] as [[UInt8]] {
            #expect(ColourProfile.isDamaged(damaged))
            #expect(ColourProfile.isUnusable(damaged, of: StoredPixels(colours: .rgb), .relative))
        }
    }
}
