internal import ZigguratSystem

/// The embedded ICC profile of an image, made for the samples that the image has.
///
/// A grey image with a screen's profile is treated as if it had none, as in other programs.
struct ColourProfile: Hashable, Sendable {
    /// The profile as it is embedded.
    let data: [UInt8]
    private let pixels: StoredPixels

    /// - Returns: `nil` if the profile is for another kind of samples.
    init?(_ data: [UInt8], of pixels: StoredPixels) {
        guard data.count >= 128, data[16..<20].elementsEqual(pixels.profileSpace.utf8) else {
            return nil
        }
        self.data = data
        self.pixels = pixels
    }

    /// What a request does with it.
    func step(for request: SourceRequest) -> ConversionStep {
        request.colour == .keep
            ? .keptProfile(byteCount: data.count) : .profileToSRGB(request.intent)
    }

    /// Whether it can be applied: it is not damaged, and has tables for the usual intent.
    var isUsable: Bool {
        isPlainRGB
            ? plainTransform != nil : ColourTransform.isPossible(data, .relative, from: pixels)
    }

    /// Whether applying it has an effect. Most photographs carry sRGB itself, and converting them
    /// takes time for nothing.
    var changesPixels: Bool {
        isPlainRGB ? plainTransform.map { !$0.isIdentity } ?? false : isUsable
    }

    private var isPlainRGB: Bool { pixels.colours == .rgb && pixels.sampleBytes == 1 }

    private var plainTransform: ColourTransform? {
        ColourTransform.shared(data, .relative, from: StoredPixels(colours: .rgb))
    }
}
