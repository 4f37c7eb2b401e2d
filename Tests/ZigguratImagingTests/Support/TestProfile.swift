import CSystemLibraries
import ZigguratSystem

@testable import ZigguratImaging

/// ICC profiles of each kind, written by Little CMS.
enum TestProfile {
    /// Three curves and a matrix, with the primaries of Display P3.
    static func matrix(gamma: Double) -> [UInt8] {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
            Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
        let curve = cmsBuildGamma(nil, gamma)
        defer { cmsFreeToneCurve(curve) }
        return bytes(cmsCreateRGBProfile(&white, &primaries, [curve, curve, curve]))
    }

    static func grey(gamma: Double) -> [UInt8] {
        let curve = cmsBuildGamma(nil, gamma)
        defer { cmsFreeToneCurve(curve) }
        return bytes(cmsCreateGrayProfile(cmsD50_xyY(), curve))
    }

    /// A table of RGB colours, for the perceptual intent or for that and the relative one.
    static func table(forAllIntents: Bool = false) -> [UInt8] {
        let source = matrix(gamma: 1.8)
        let profile = cmsOpenProfileFromMem(source, UInt32(source.count))
        let lab = cmsCreateLab4Profile(nil)
        let transform = cmsCreateTransform(
            profile, UInt32(ZIG_LCMS_RGB), lab, zigLab, 0, UInt32(cmsFLAGS_NOOPTIMIZE))
        let link = cmsTransform2DeviceLink(
            transform, 4.2, UInt32(cmsFLAGS_FORCE_CLUT | cmsFLAGS_GUESSDEVICECLASS))
        if forAllIntents { cmsLinkTag(link, cmsSigAToB1Tag, cmsSigAToB0Tag) }
        cmsDeleteTransform(transform)
        cmsCloseProfile(lab)
        cmsCloseProfile(profile)
        return bytes(link)
    }

    /// Little CMS' own result, without tables of this project.
    static func converted(
        _ samples: [UInt8], _ profile: [UInt8], _ format: Int, bytesPerPixel: Int,
        intent: Int = 1, isOptimised: Bool = true
    ) -> [UInt8] {
        let source = cmsOpenProfileFromMem(profile, UInt32(profile.count))
        let target = cmsCreate_sRGBProfile()
        let transform = cmsCreateTransform(
            source, UInt32(format), target, UInt32(ZIG_LCMS_RGB), UInt32(intent),
            UInt32(
                cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION
                    | (isOptimised ? 0 : cmsFLAGS_NOOPTIMIZE)))
        var result = [UInt8](repeating: 0, count: samples.count / bytesPerPixel * 3)
        cmsDoTransform(transform, samples, &result, UInt32(samples.count / bytesPerPixel))
        cmsDeleteTransform(transform)
        cmsCloseProfile(source)
        cmsCloseProfile(target)
        return result
    }

    /// Lab of 16 bits, which is TYPE_Lab_16.
    private static let zigLab = UInt32(10 << 16 | 3 << 3 | 2)

    private static func bytes(_ profile: cmsHPROFILE?) -> [UInt8] {
        defer { cmsCloseProfile(profile) }
        var length: UInt32 = 0
        cmsSaveProfileToMem(profile, nil, &length)
        var bytes = [UInt8](repeating: 0, count: Int(length))
        cmsSaveProfileToMem(profile, &bytes, &length)
        return bytes
    }
}
