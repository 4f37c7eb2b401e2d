internal import CSystemLibraries
internal import Glibc
internal import ZigguratSystem

/// An ICC profile, parsed by Little CMS.
final class ICCProfile {
    package let handle: cmsHPROFILE
    /// The intent of the tables that convert; see ``usable(_:of:)``.
    package let intent: SourceRequest.Intent

    /// Parses a profile.
    ///
    /// - Returns: `nil` if the profile is damaged or degenerate, has no tables, or has another
    ///   colour space than the pixels.
    convenience init?(_ data: [UInt8], _ intent: SourceRequest.Intent, of pixels: StoredPixels) {
        guard let handle = cmsOpenProfileFromMem(data, UInt32(clamping: data.count)) else {
            return nil
        }
        guard let usable = Self.usable(intent, of: handle) else {
            cmsCloseProfile(handle)
            return nil
        }
        self.init(owning: handle, usable)
        let space =
            switch pixels.colours {
            case .grey: cmsSigGrayData
            case .rgb: cmsSigRgbData
            case .cmyk: cmsSigCmykData
            }
        guard cmsGetColorSpace(handle) == space, !hasFlatMatrix else { return nil }
    }

    private init(owning handle: cmsHPROFILE, _ intent: SourceRequest.Intent = .relative) {
        (self.handle, self.intent) = (handle, intent)
    }

    /// Whether Little CMS cannot read the header or the list of tables.
    package static func isDamaged(_ data: [UInt8]) -> Bool {
        guard let handle = cmsOpenProfileFromMem(data, UInt32(clamping: data.count)) else {
            return true
        }
        cmsCloseProfile(handle)
        return false
    }

    package static var sRGB: ICCProfile? { cmsCreate_sRGBProfile().map { ICCProfile(owning: $0) } }

    /// Returns the rendering intent for a profile. A profile with the tables AToB0 supports every
    /// intent. Without these tables, the result is an intent that has tables, the wanted intent
    /// first.
    ///
    /// Source: ICC.1:2010, 8.2 and 9.2.
    private static func usable(
        _ wanted: SourceRequest.Intent, of handle: cmsHPROFILE
    ) -> SourceRequest.Intent? {
        if cmsIsTag(handle, cmsSigAToB0Tag) != 0 { return wanted }
        return [wanted, .relative, .perceptual, .saturation].first {
            cmsIsIntentSupported(handle, $0.ofLCMS, UInt32(LCMS_USED_AS_INPUT)) != 0
        }
    }

    /// The profile with the tables AToB0 linked under the tag of the intent; `nil` if the profile
    /// supports the intent. Little CMS does not compensate for the black point of this profile.
    var completed: [UInt8]? {
        let isSupported =
            cmsIsIntentSupported(handle, intent.ofLCMS, UInt32(LCMS_USED_AS_INPUT)) != 0
        let tag = intent == .saturation ? cmsSigAToB2Tag : cmsSigAToB1Tag
        guard !isSupported, cmsLinkTag(handle, tag, cmsSigAToB0Tag) != 0 else { return nil }
        return Self.bytes(of: handle)
    }

    /// Returns the file of a profile.
    package static func bytes(of handle: cmsHPROFILE) -> [UInt8]? {
        var length: UInt32 = 0
        guard cmsSaveProfileToMem(handle, nil, &length) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        return cmsSaveProfileToMem(handle, &bytes, &length) != 0 ? bytes : nil
    }

    /// Whether the primaries lie on a line or in a point, so that different colours become equal.
    private var hasFlatMatrix: Bool {
        guard isMatrix, cmsGetColorSpace(handle) == cmsSigRgbData else { return false }
        let columns = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag].map {
            cmsReadTag(handle, $0).map {
                let colour = $0.load(as: cmsCIEXYZ.self)
                return SIMD3(colour.X, colour.Y, colour.Z)
            } ?? .zero
        }
        func crossed(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let volume = (columns[0] * crossed(columns[1], columns[2])).sum()
        return abs(volume) < Self.leastVolume
    }

    /// The smallest valid volume of the colours. The smallest screens have more than 0.02; sRGB has
    /// 0.16.
    private static let leastVolume = 0.001

    /// Returns the sRGB sample of linear light; the sample and the light are between 0 and 1.
    /// Source: IEC 61966-2-1, 5.2.
    static func sRGBSample(ofLight light: Double) -> Double {
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// The primaries of sRGB in linear light.
    static var linearRGB: ICCProfile? {
        let line = cmsBuildGamma(nil, 1)
        defer { cmsFreeToneCurve(line) }
        return rgb(CodedColour.common, line).map { ICCProfile(owning: $0) }
    }

    /// Creates a profile of primaries and one curve for all primaries. The caller closes the
    /// profile.
    ///
    /// - Parameter points: x and y of white, red, green and blue, in this order.
    package static func rgb(_ points: [Double], _ curve: OpaquePointer?) -> cmsHPROFILE? {
        let colours = (0..<4).map { cmsCIExyY(x: points[2 * $0], y: points[2 * $0 + 1], Y: 1) }
        var white = colours[0]
        var primaries = cmsCIExyYTRIPLE(Red: colours[1], Green: colours[2], Blue: colours[3])
        return cmsCreateRGBProfile(&white, &primaries, [curve, curve, curve])
    }

    deinit { cmsCloseProfile(handle) }

    /// Whether the profile converts with curves and a matrix rather than with a table of colours.
    var isMatrix: Bool {
        cmsIsMatrixShaper(handle) != 0 && cmsIsTag(handle, cmsSigAToB0Tag) == 0
            && cmsIsCLUT(handle, intent.ofLCMS, UInt32(LCMS_USED_AS_INPUT)) == 0
    }

    /// Returns a conversion that several threads can use at once.
    func transform(
        _ format: Int, to other: ICCProfile, _ otherFormat: Int, flags: Int32 = 0
    ) -> cmsHTRANSFORM? {
        let flags = flags | cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION
        return cmsCreateTransform(
            handle, UInt32(format), other.handle, UInt32(otherFormat), intent.ofLCMS, UInt32(flags))
    }

    /// Converts RGB colours to linear light of sRGB, where white is 1.
    ///
    /// - Parameter colours: red, green and blue of each colour, from 0 to 1. The result has this
    ///   order, too.
    /// - Returns: `nil` if the profile cannot be applied.
    func linearLight(_ colours: [Float]) -> [Float]? {
        guard let linear = ICCProfile.linearRGB,
            let transform = transform(
                Int(zig_lcms_float_rgb), to: linear, Int(zig_lcms_float_rgb),
                flags: cmsFLAGS_NOOPTIMIZE)
        else { return nil }
        defer { cmsDeleteTransform(transform) }
        var light = [Float](repeating: 0, count: colours.count)
        cmsDoTransform(transform, colours, &light, UInt32(colours.count / 3))
        return light
    }
}

extension SourceRequest.Intent {
    /// The number of the intent in ICC profiles. Source: ICC.1:2010, 7.2.15.
    fileprivate var ofLCMS: UInt32 {
        switch self {
        case .perceptual: 0
        case .relative: 1
        case .saturation: 2
        case .absolute: 3
        }
    }
}
