internal import CSystemLibraries

/// Colours that a file states by the numbers of video formats.
extension ICCProfile {
    /// The primaries beyond sRGB that images have: BT.2020, DCI P3 and Display P3.
    ///
    /// Source: ITU-T H.273, 8.1.
    private static func primaries(_ number: Int) -> (cmsCIExyY, cmsCIExyYTRIPLE)? {
        func point(_ x: Double, _ y: Double) -> cmsCIExyY { cmsCIExyY(x: x, y: y, Y: 1) }
        let white = number == 11 ? point(0.314, 0.351) : point(0.3127, 0.3290)
        switch number {
        case 1, 2:
            return (
                white,
                cmsCIExyYTRIPLE(
                    Red: point(0.64, 0.33), Green: point(0.30, 0.60), Blue: point(0.15, 0.06))
            )
        case 9:
            return (
                white,
                cmsCIExyYTRIPLE(
                    Red: point(0.708, 0.292), Green: point(0.170, 0.797),
                    Blue: point(0.131, 0.046))
            )
        case 11, 12:
            return (
                white,
                cmsCIExyYTRIPLE(
                    Red: point(0.680, 0.320), Green: point(0.265, 0.690),
                    Blue: point(0.150, 0.060))
            )
        default: return nil
        }
    }

    /// The exponent of a transfer function; 0 for that of sRGB, in place of which browsers show
    /// those of television. `nil` for others, such as those of HDR.
    ///
    /// Source: ITU-T H.273, 8.2.
    private static func exponent(_ number: Int) -> Double? {
        switch number {
        case 1, 2, 6, 13, 14, 15: 0
        case 4: 2.2
        case 5: 2.8
        case 8: 1
        default: nil
        }
    }

    /// A profile of colours that are not sRGB; `nil` for sRGB, and for numbers without a profile.
    static func coded(primaries number: Int, transfer: Int) -> [UInt8]? {
        guard let exponent = exponent(transfer), var (white, primaries) = primaries(number),
            number > 2 || exponent > 0
        else { return nil }
        // Source: IEC 61966-2-1, 5.2.
        let curve =
            exponent > 0
            ? cmsBuildGamma(nil, exponent)
            : cmsBuildParametricToneCurve(
                nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
        defer { cmsFreeToneCurve(curve) }
        guard let profile = cmsCreateRGBProfile(&white, &primaries, [curve, curve, curve]) else {
            return nil
        }
        defer { cmsCloseProfile(profile) }
        var length: UInt32 = 0
        guard cmsSaveProfileToMem(profile, nil, &length) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        return cmsSaveProfileToMem(profile, &bytes, &length) != 0 ? bytes : nil
    }
}
