internal import CSystemLibraries
internal import Glibc
internal import ZigguratSystem

/// An ICC profile that Little CMS has read.
final class ICCProfile {
    let handle: cmsHPROFILE

    /// - Returns: `nil` if it is damaged, for other samples, or has no tables for the intent.
    convenience init?(_ data: [UInt8], _ intent: SourceRequest.Intent, of pixels: StoredPixels) {
        guard let handle = cmsOpenProfileFromMem(data, UInt32(clamping: data.count)) else {
            return nil
        }
        self.init(owning: handle)
        let space =
            switch pixels.colours {
            case .grey: cmsSigGrayData
            case .rgb: cmsSigRgbData
            case .cmyk: cmsSigCmykData
            }
        guard cmsGetColorSpace(handle) == space,
            cmsIsIntentSupported(handle, intent.ofLCMS, UInt32(LCMS_USED_AS_INPUT)) != 0
        else { return nil }
    }

    private init(owning handle: cmsHPROFILE) { self.handle = handle }

    static var sRGB: ICCProfile? { cmsCreate_sRGBProfile().map(ICCProfile.init(owning:)) }

    /// The sRGB sample of linear light, both from 0 to 1. Source: IEC 61966-2-1, 5.2.
    static func sRGBSample(ofLight light: Double) -> Double {
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// The primaries of sRGB in linear light.
    static var linearRGB: ICCProfile? {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.64, y: 0.33, Y: 1), Green: cmsCIExyY(x: 0.30, y: 0.60, Y: 1),
            Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
        let line = cmsBuildGamma(nil, 1)
        defer { cmsFreeToneCurve(line) }
        return cmsCreateRGBProfile(&white, &primaries, [line, line, line])
            .map(ICCProfile.init(owning:))
    }

    deinit { cmsCloseProfile(handle) }

    /// Whether it converts by curves and a matrix, and not by a table of colours.
    func isMatrix(_ intent: SourceRequest.Intent) -> Bool {
        cmsIsMatrixShaper(handle) != 0
            && cmsIsCLUT(handle, intent.ofLCMS, UInt32(LCMS_USED_AS_INPUT)) == 0
    }

    /// A conversion that threads can share.
    func transform(
        _ format: Int, to other: ICCProfile, _ otherFormat: Int,
        _ intent: SourceRequest.Intent, flags: Int32 = 0
    ) -> cmsHTRANSFORM? {
        let flags = flags | cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION
        return cmsCreateTransform(
            handle, UInt32(format), other.handle, UInt32(otherFormat), intent.ofLCMS, UInt32(flags))
    }

    /// What RGB colours are in linear light of sRGB, 1 for white.
    ///
    /// - Parameter colours: red, green and blue from 0 to 1, in turn, as in the result.
    /// - Returns: `nil` if the profile cannot be applied.
    func linearLight(_ colours: [Float], _ intent: SourceRequest.Intent) -> [Float]? {
        guard let linear = ICCProfile.linearRGB,
            let transform = transform(
                Int(zig_lcms_float_rgb), to: linear, Int(zig_lcms_float_rgb), intent,
                flags: cmsFLAGS_NOOPTIMIZE)
        else { return nil }
        defer { cmsDeleteTransform(transform) }
        var light = [Float](repeating: 0, count: colours.count)
        cmsDoTransform(transform, colours, &light, UInt32(colours.count / 3))
        return light
    }
}

extension SourceRequest.Intent {
    /// The number of the intent in profiles. Source: ICC.1:2010, 7.2.15.
    fileprivate var ofLCMS: UInt32 {
        switch self {
        case .perceptual: 0
        case .relative: 1
        case .saturation: 2
        case .absolute: 3
        }
    }
}
