internal import CSystemLibraries

/// Colours that a file states by numbers, and the profile that Little CMS creates for these
/// colours.
package struct CodedColour {
    /// The profile; `nil` for sRGB and for colours without a profile.
    package var profile: [UInt8]?
    /// Whether the values have a high dynamic range and thus no profile.
    package var hasHighRange = false
    /// Whether the colours replace an embedded profile that is damaged.
    package var replacesDamagedProfile = false

    package static let sRGB = CodedColour()

    private init() {}

    /// Chromaticities of white, red, green and blue: x and y of each colour, in this order.
    package typealias Chromaticities = [Double]

    /// The transfer function from samples to light.
    package enum Curve {
        case sRGB
        case exponent(Double)
        /// The transfer function of SMPTE 240M.
        case smpte240
    }

    /// The chromaticities of sRGB and of most screens. Source: IEC 61966-2-1, 4.1.
    package static let common: Chromaticities = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]

    /// Source: ITU-T H.273, 8.1.
    private static let primaries: [Int: Chromaticities] = [
        1: common,
        4: [0.31, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08],
        5: [0.3127, 0.329, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06],
        6: [0.3127, 0.329, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
        7: [0.3127, 0.329, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
        8: [0.31, 0.316, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049],
        9: [0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
        11: [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
        12: [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
        22: [0.3127, 0.329, 0.63, 0.34, 0.295, 0.605, 0.155, 0.077],
    ]

    /// Creates the colours of code points of video formats.
    ///
    /// Source: ITU-T H.273, 8.1 and 8.2.
    ///
    /// - Parameter television: the curve for the transfer functions of television, about which
    ///   standards disagree.
    /// - Returns: `nil` if a code point is unspecified or unknown.
    package init?(primaries number: Int, transfer: Int, television: Curve, isGrey: Bool = false) {
        guard let primaries = Self.primaries[number] else { return nil }
        switch transfer {
        // Between black and white, the transfer function 11 (xvYCC) equals the transfer function 1.
        case 1, 6, 11, 14, 15: self.init(primaries, television, isGrey: isGrey)
        case 4: self.init(primaries, .exponent(2.2), isGrey: isGrey)
        case 5: self.init(primaries, .exponent(2.8), isGrey: isGrey)
        case 7: self.init(primaries, .smpte240, isGrey: isGrey)
        case 8: self.init(primaries, .exponent(1), isGrey: isGrey)
        case 13: self.init(primaries, .sRGB, isGrey: isGrey)
        case 16, 18:
            self.init()
            hasHighRange = true
        default: return nil
        }
    }

    /// Creates the colours of chromaticities and a curve.
    ///
    /// - Parameter isGrey: whether the samples are grey; the profile then has the white point D50.
    package init?(_ chromaticities: Chromaticities, _ curve: Curve, isGrey: Bool = false) {
        if case .sRGB = curve, isGrey || chromaticities == Self.common { return }
        let tone =
            switch curve {
            case .exponent(let exponent): cmsBuildGamma(nil, exponent)
            // Source: ITU-T H.273, 8.2, table 3.
            case .smpte240:
                cmsBuildParametricToneCurve(
                    nil, 4, [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 4 * 0.0228])
            // Source: IEC 61966-2-1, 5.2.
            case .sRGB:
                cmsBuildParametricToneCurve(
                    nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
            }
        defer { cmsFreeToneCurve(tone) }
        guard let tone, let handle = Self.profile(chromaticities, tone, isGrey) else { return nil }
        defer { cmsCloseProfile(handle) }
        cmsSetHeaderManufacturer(handle, Self.maker.reduce(0) { $0 << 8 | UInt32($1) })
        guard let bytes = ICCProfile.bytes(of: handle) else { return nil }
        profile = bytes
    }

    private static func profile(
        _ points: Chromaticities, _ tone: OpaquePointer, _ isGrey: Bool
    ) -> cmsHPROFILE? {
        isGrey ? cmsCreateGrayProfile(cmsD50_xyY(), tone) : ICCProfile.rgb(points, tone)
    }

    /// Whether this type created a profile. Profiles in files have another manufacturer.
    private static let maker = Array("zigg".utf8)

    /// Whether a profile was made here and not embedded in a file.
    static func made(_ profile: [UInt8]) -> Bool {
        // Source: ICC.1:2010, 7.2, table 17.
        profile.count >= 128 && profile[48..<52].elementsEqual(maker)
    }
}
