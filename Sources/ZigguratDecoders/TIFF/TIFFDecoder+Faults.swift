internal import CImageFormats
internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// Errors of libvips in reading an image, and features that no decoder supports.
extension TIFFDecoder {
    /// The numbers of bits per sample that libvips reads.
    private static let depths: Set = [1, 2, 4, 8, 16, 32, 64]
    /// The numbers of SGI's logarithmic compressions. Source: libtiff, tiff.h.
    private static let logarithmic = [34_676, 34_677]
    /// The photometric interpretation WhiteIsZero.
    private static let whiteIsZero = 0

    package func loaderFault(_ path: String, _ settings: DecoderSettings) -> LoaderFault? {
        guard let image = handle(path, settings) else { return nil }
        if let feature = Self.unsupported(image) { return .unsupported(.unsupported(feature)) }
        if image.format == ZIG_TIFF_COMPLEX { return .unsupported(.complexSamples) }
        if image.photometric == 9 { return .encodedLab }
        // libvips inverts only unsigned samples.
        if image.photometric == Self.whiteIsZero, image.format == ZIG_TIFF_SIGNED,
            image.samples == 1
        {
            return .whiteIsZero
        }
        return image.samplesOfImage.map { .surplusBands(colours: $0.colours, alpha: $0.alpha) }
    }

    private static func unsupported(_ image: borrowing TIFFHandle) -> SourceFailure.Feature? {
        if let number = image.unreadableCompression { return .compression(number) }
        // Complex samples are reported with a separate error.
        guard image.format != ZIG_TIFF_COMPLEX else { return nil }
        if !depths.contains(image.bits) { return .bitsPerSample(image.bits) }
        if image.bits == 64, image.format != ZIG_TIFF_REAL { return .wholeNumbers(bits: 64) }
        // libvips reads unknown photometric interpretations as grey or RGB. Source: TIFF 6.0,
        // section 8; TIFF Technical Note 4 for 9; TIFF/EP and DNG for the others.
        switch image.photometric {
        case -1...9: break
        case 32_844...32_845 where logarithmic.contains(image.compression): break
        case let number: return .photometric(number)
        }
        if image.isPlainYCbCr { return .ycbcr(samples: image.samples, bits: image.bits) }
        if let count = image.otherInks { return .inks(count) }
        return image.hasPlanes && image.isTiled ? .tiledPlanes : nil
    }
}
