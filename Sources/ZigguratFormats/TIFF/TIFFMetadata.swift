internal import ZigguratCore

/// The fields of a TIFF file about the image as a whole.
///
/// Source: TIFF 6.0, section 8; ICC.1, annex B.4.
enum TIFFMetadata {
    static func fields(of bundle: BundleDescription, profile: [UInt8]) -> [TIFFField] {
        var fields: [TIFFField] = [.text(.software, Ziggurat.generator)]
        let caption = bundle.caption
        let description = [bundle.title, caption.description].compactMap(\.self)
        fields.append(.text(.imageDescription, description.joined(separator: "\n")))
        if let creator = caption.creator { fields.append(.text(.artist, creator)) }
        let rights = [caption.attribution, caption.rights, caption.licence].compactMap(\.self)
        if !rights.isEmpty {
            fields.append(.text(.copyright, rights.joined(separator: ", ")))
        }
        // The largest level is smaller than the image if levels are omitted.
        let scale = Double(bundle.pyramid.levels.last?.scaleFactor ?? 1)
        if let microns = bundle.micronsPerPixel.map({ $0 * scale }), microns > 0,
            10_000 / microns < 4e9
        {
            // Pixels in a centimetre.
            fields += [
                .rational(.xResolution, 10_000 / microns),
                .rational(.yResolution, 10_000 / microns), .short(.resolutionUnit, 3),
            ]
        }
        if !profile.isEmpty { fields.append(.bytes(.iccProfile, profile)) }
        if let georeference = bundle.georeference {
            fields += GeoTIFF.fields(of: georeference, scale: scale)
        }
        return fields
    }
}
