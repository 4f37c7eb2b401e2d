@testable import ZigguratImaging

extension FuzzTarget {
    /// An ICC profile, applied to one pixel of each kind of samples.
    static let profile = FuzzTarget("profile", longest: 8192) { input in
        for colours in [StoredPixels.Colours.grey, .rgb, .cmyk] {
            for sampleBytes in [1, 2] {
                let pixels = StoredPixels(colours: colours, sampleBytes: sampleBytes)
                _ = ColourProfile(input, of: pixels)?.changesPixels(.relative)
                guard let transform = ColourTransform(profile: input, .relative, from: pixels)
                else { continue }
                let source = [UInt8](repeating: 99, count: transform.inputBytes)
                var output = [UInt8](repeating: 0, count: transform.outputBytes)
                transform.apply(to: source, &output, count: 1)
            }
        }
    }
}
