internal import ZigguratCore

/// The geographic position of an image, as TIFF fields.
///
/// Source: OGC 19-008r4, GeoTIFF 1.1: section 7 (requirements), annex B.6 (tags), annex C (keys).
enum GeoTIFF {
    /// - Parameter scale: the image pixels per pixel of the largest level.
    static func fields(of georeference: Georeference, scale: Double = 1) -> [TIFFField] {
        var transform = georeference.transform
        for index in [1, 2, 4, 5] { transform[index] *= scale }
        var fields: [TIFFField] = []
        if transform[2] == 0, transform[4] == 0, transform[1] > 0, transform[5] < 0 {
            fields = [
                .double(.modelPixelScale, [transform[1], -transform[5], 0]),
                .double(.modelTiePoint, [0, 0, 0, transform[0], transform[3], 0]),
            ]
        } else {
            fields = [
                .double(
                    .modelTransformation,
                    [
                        transform[1], transform[2], 0, transform[0],
                        transform[4], transform[5], 0, transform[3], 0, 0, 0, 0, 0, 0, 0, 1,
                    ])
            ]
        }
        fields.append(.short(.geoKeyDirectory, keys(of: georeference.system).flatMap(\.self)))
        return fields
    }

    /// Returns the header of the keys, then the keys: number, location (0: in this field), count,
    /// value.
    private static func keys(of system: String?) -> [[Int]] {
        // Pixels are areas: the first pixel begins at its outer corner.
        var keys = [[1025, 0, 1, 1]]
        if let code = system.flatMap(code) {
            let isGeographic = geographicCodes.contains(code)
            // 1 projected, 2 geographic.
            keys.insert([1024, 0, 1, isGeographic ? 2 : 1], at: 0)
            keys.append([isGeographic ? 2048 : 3072, 0, 1, code])
        }
        return [[1, 1, 1, keys.count]] + keys
    }

    /// The EPSG codes of coordinate reference systems in degrees.
    private static let geographicCodes = 4001...4999

    /// Returns the number of an EPSG code; `nil` if a key cannot hold the number.
    private static func code(_ system: String) -> Int? {
        let parts = system.split(separator: ":")
        guard parts.count == 2, parts[0].uppercased() == "EPSG", let code = Int(parts[1]),
            (1024...32_766).contains(code)
        else { return nil }
        return code
    }
}
