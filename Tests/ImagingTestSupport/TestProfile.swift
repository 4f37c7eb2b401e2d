import CSystemLibraries
import ZigguratSystem

@testable import ZigguratImaging

/// ICC profiles of each kind, written by Little CMS.
enum TestProfile {
    /// The x and y of white, red, green and blue.
    static let displayP3 = [0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]

    /// A profile of three curves and a matrix.
    static func matrix(
        gamma: Double, _ points: [Double] = displayP3, version: Double = 4.3
    ) -> [UInt8] {
        let colours = (0..<4).map { cmsCIExyY(x: points[2 * $0], y: points[2 * $0 + 1], Y: 1) }
        var white = colours[0]
        var primaries = cmsCIExyYTRIPLE(Red: colours[1], Green: colours[2], Blue: colours[3])
        let curve = cmsBuildGamma(nil, gamma)
        defer { cmsFreeToneCurve(curve) }
        let profile = cmsCreateRGBProfile(&white, &primaries, [curve, curve, curve])
        cmsSetProfileVersion(profile, version)
        return bytes(profile)
    }

    /// A profile of three curves and this matrix, with a column for each of red, green and blue.
    static func matrix(columns: [[Double]]) -> [UInt8] {
        let source = matrix(gamma: 2.2)
        let profile = cmsOpenProfileFromMem(source, UInt32(source.count))
        let tags = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
        for (tag, column) in zip(tags, columns) {
            var colour = cmsCIEXYZ(X: column[0], Y: column[1], Z: column[2])
            cmsWriteTag(profile, tag, &colour)
        }
        return bytes(profile)
    }

    static func grey(gamma: Double, version: Double = 4.3) -> [UInt8] {
        let curve = cmsBuildGamma(nil, gamma)
        defer { cmsFreeToneCurve(curve) }
        let profile = cmsCreateGrayProfile(cmsD50_xyY(), curve)
        cmsSetProfileVersion(profile, version)
        return bytes(profile)
    }

    /// A profile whose curves have one value, so that all colours become one colour.
    static func flatCurves(isGrey: Bool = false, version: Double) -> [UInt8] {
        let values: [UInt16] = [22_282, 22_282]
        let curve = cmsBuildTabulatedToneCurve16(nil, 2, values)
        defer { cmsFreeToneCurve(curve) }
        let profile: cmsHPROFILE? =
            isGrey
            ? cmsCreateGrayProfile(cmsD50_xyY(), curve) : ICCProfile.rgb(displayP3, curve)
        cmsSetProfileVersion(profile, version)
        return bytes(profile)
    }

    /// A profile whose tables have one value, so that all colours become one colour.
    static func flatTables(
        _ space: cmsColorSpaceSignature, bands: UInt32, for tags: [cmsTagSignature]
    ) -> [UInt8] {
        let profile = cmsCreateProfilePlaceholder(nil)
        cmsSetDeviceClass(profile, cmsSigOutputClass)
        cmsSetColorSpace(profile, space)
        cmsSetPCS(profile, cmsSigLabData)
        let pipeline = cmsPipelineAlloc(nil, bands, 3)
        defer { cmsPipelineFree(pipeline) }
        let values = [UInt16](repeating: 32_768, count: 3 << bands)
        let table = cmsStageAllocCLut16bit(nil, 2, bands, 3, values)
        cmsPipelineInsertStage(pipeline, cmsAT_END, table)
        var white = cmsD50_XYZ().pointee
        cmsWriteTag(profile, cmsSigMediaWhitePointTag, &white)
        for tag in tags { cmsWriteTag(profile, tag, UnsafeRawPointer(pipeline)) }
        return bytes(profile)
    }

    /// A profile with tables of the colours of another profile, only for these intents.
    static func tables(
        of source: [UInt8], _ format: Int, for tags: [cmsTagSignature], version: Double
    ) -> [UInt8] {
        let profile = cmsOpenProfileFromMem(source, UInt32(source.count))
        let lab = cmsCreateLab4Profile(nil)
        let transform = cmsCreateTransform(
            profile, UInt32(format), lab, zigLab, 1, UInt32(cmsFLAGS_NOOPTIMIZE))
        let link = cmsTransform2DeviceLink(
            transform, version, UInt32(cmsFLAGS_FORCE_CLUT | cmsFLAGS_GUESSDEVICECLASS))
        if let table = cmsReadTag(link, cmsSigAToB0Tag) {
            let copy = cmsPipelineDup(OpaquePointer(table))
            for tag in tags { cmsWriteTag(link, tag, UnsafeRawPointer(copy)) }
            cmsPipelineFree(copy)
        }
        if !tags.contains(cmsSigAToB0Tag) { cmsWriteTag(link, cmsSigAToB0Tag, nil) }
        cmsDeleteTransform(transform)
        cmsCloseProfile(lab)
        cmsCloseProfile(profile)
        return bytes(link)
    }

    /// A profile with a table of RGB colours, for the perceptual intent, or also for the relative
    /// intent.
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

    /// Converts samples with Little CMS, without tables of this project.
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

    /// TYPE_Lab_16: Lab with 16 bits.
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
