internal import ZigguratSystem

/// The ICC profile of an image, made for the samples that the image has.
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
        guard request.colour != .keep else { return .keptProfile(byteCount: data.count) }
        return CodedColour.made(data)
            ? .codedToSRGB : .profileToSRGB(usedIntent(request.intent) ?? request.intent)
    }

    /// Whether it can be applied: it is neither damaged nor degenerate.
    func isUsable(_ intent: SourceRequest.Intent) -> Bool { usedIntent(intent) != nil }

    /// Whether applying it has an effect. Most photographs carry sRGB itself, and converting them
    /// takes time for nothing.
    func changesPixels(_ intent: SourceRequest.Intent) -> Bool {
        isPlainRGB ? plainTransform(intent).map { !$0.isIdentity } ?? false : isUsable(intent)
    }

    /// The profile with tables for an intent that it lacks, for libvips, which else ignores it.
    ///
    /// - Returns: `nil` if it needs none.
    func completed(for intent: SourceRequest.Intent) -> [UInt8]? {
        ICCProfile(data, intent, of: pixels)?.completed
    }

    private var isPlainRGB: Bool { pixels.colours == .rgb && pixels.sampleBytes == 1 }

    private func plainTransform(_ intent: SourceRequest.Intent) -> ColourTransform? {
        ColourTransform.shared(data, intent, from: StoredPixels(colours: .rgb))
    }

    private func usedIntent(_ wanted: SourceRequest.Intent) -> SourceRequest.Intent? {
        isPlainRGB
            ? plainTransform(wanted)?.intent
            : ColourTransform.intent(of: data, wanted: wanted, from: pixels)
    }
}
