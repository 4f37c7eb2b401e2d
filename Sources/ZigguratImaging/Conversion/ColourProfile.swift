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

    /// Whether applying it has an effect. Most photographs carry sRGB itself, and converting them
    /// takes time for nothing.
    var changesPixels: Bool {
        guard pixels.colours == .rgb, pixels.sampleBytes == 1 else { return true }
        let pixels = StoredPixels(colours: .rgb)
        // libvips takes an unusable profile for sRGB.
        guard let transform = ColourTransform.shared(data, .relative, from: pixels) else {
            return false
        }
        return !transform.isIdentity
    }
}
