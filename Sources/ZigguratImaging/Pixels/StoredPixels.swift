internal import ZigguratSystem

/// The pixel format of an image as its decoder delivers it.
package struct StoredPixels: Hashable, Sendable {
    package enum Colours: Int, Hashable, Sendable {
        case grey = 1
        case rgb = 3
        case cmyk = 4
    }

    package let colours: Colours
    package var hasAlpha = false
    /// The bytes of a sample: 1, or 2 in the machine's byte order. 4 for floating-point numbers.
    package var sampleBytes = 1
    /// Whether 0 means full ink, as in CMYK files of Adobe's programs.
    package var isInverted = false
    /// Whether colours are premultiplied by alpha.
    package var isPremultiplied = false
    /// Whether samples are linear light, with 1 as white.
    package var isLight = false

    package init(
        colours: Colours, hasAlpha: Bool = false, sampleBytes: Int = 1, isInverted: Bool = false,
        isPremultiplied: Bool = false, isLight: Bool = false
    ) {
        self.colours = colours
        self.hasAlpha = hasAlpha
        self.sampleBytes = sampleBytes
        self.isInverted = isInverted
        self.isPremultiplied = isPremultiplied
        self.isLight = isLight
    }

    /// The format of rows that ``RowConversion`` delivers without a target. The conversion divides
    /// premultiplied integers by alpha.
    package var asDelivered: StoredPixels { isFloat ? self : unpremultiplied }

    var unpremultiplied: StoredPixels {
        var pixels = self
        pixels.isPremultiplied = false
        return pixels
    }

    package var isFloat: Bool { sampleBytes == 4 }

    /// Whether ``RowConversion`` maps a range of values to black and white. libvips does this for
    /// other pixels, and for images with a profile.
    package var isStretchable: Bool { sampleBytes > 1 && !hasAlpha && colours != .cmyk }

    package var bands: Int { colours.rawValue + (hasAlpha ? 1 : 0) }
    package var bytesPerPixel: Int { bands * sampleBytes }

    /// The signature of the colour space in profiles for these pixels. Source: ICC.1:2010, 7.2.6.
    package var profileSpace: String {
        switch colours {
        case .grey: "GRAY"
        case .rgb: "RGB "
        case .cmyk: "CMYK"
        }
    }
}
