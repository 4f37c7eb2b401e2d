internal import CVips
package import ZigguratCore
internal import ZigguratDecoders
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// Reads small versions of large JPEGs. libjpeg can decode them at 1/8, 1/4 or 1/2 of the width and
/// height.
package enum JPEGPreview {
    /// Encodes a small version of a JPEG.
    ///
    /// - Parameters:
    ///   - geometry: returns the part and the size of the result for a given image size.
    /// - Returns: `nil` unless the file is an undamaged JPEG and the result shows the whole image.
    package static func encoded(
        _ path: String, _ encoding: TileEncoding,
        _ geometry: (PixelSize) -> (crop: PixelRegion?, size: PixelSize)?
    ) -> [UInt8]? {
        guard let file = try? SourceFile(path: path), Decoders.recognising(file) is JPEGDecoder,
            let opened = JPEGDecoder().open(file).header(SourceRequest(), SourceRequest.Trust()),
            let (crop, size) = geometry(opened.header.size), crop == nil
        else { return nil }
        let orientation = opened.plan.orientation
        let (target, stored) = (orientation.turned(size), orientation.turned(opened.header.size))
        var settings = DecodePlan.Settings()
        settings.levelOption = .shrink
        settings.level = [8, 4, 2, 1].first { factor in
            stored.width / factor >= target.width && stored.height / factor >= target.height
        }
        guard settings.level != nil else { return nil }
        return try? encoded(file, settings, encoding, to: target, orientation)
    }

    private static func encoded(
        _ file: SourceFile, _ settings: DecodePlan.Settings, _ encoding: TileEncoding,
        to size: PixelSize, _ orientation: Orientation
    ) throws(ZigguratError) -> [UInt8] {
        let image = try ColourConversion(keepsAlpha: false, background: .white)
            .apply(to: VipsImage.open(file, settings, sequential: true))
        let small = image.size == size ? image : try image.resized(to: size)
        let (scratch, turned) = (TileScratch(), TileScratch())
        let pixels: TilePixels
        do throws(DecoderMessages) {
            pixels = try small.withSamples { samples in
                let length = size.width * small.bands
                return scratch.rows(size, bands: small.bands) { y, row in
                    for x in 0..<length { row[x] = samples[y * length + x] }
                }
            }
        } catch {
            throw ZigguratError(
                SourceError.conversionFailed(operation: "jpegload"), file.path, cause: error.cause
            )
        }
        let result = orientation == .upright ? pixels : turned.turned(pixels, orientation)
        let encoder = try TileEncoders.make(for: encoding, bands: result.bands)
        return try withExtendedLifetime((scratch, turned)) { () throws(ZigguratError) in
            [UInt8](try encoder.encode(result))
        }
    }
}
