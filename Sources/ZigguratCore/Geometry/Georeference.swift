/// The location of an image on earth: an affine transform of its pixels into a coordinate reference
/// system.
package struct Georeference: Hashable, Sendable {
    /// The code of the coordinate reference system, such as `EPSG:32633`; `nil` if unknown.
    package let system: String?
    /// Six numbers in GDAL's order: x = t₀ + t₁ · column + t₂ · row, y = t₃ + t₄ · column + t₅ · row.
    /// Column 0 and row 0 are the outer edges of the first pixels.
    ///
    /// Source: GDAL raster data model, Affine GeoTransform.
    package let transform: [Double]

    /// - Returns: `nil` unless there are six finite numbers and the transform is invertible.
    package init?(system: String?, transform: [Double]) {
        guard transform.count == 6, transform.allSatisfy(\.isFinite) else { return nil }
        let area = transform[1] * transform[5] - transform[2] * transform[4]
        guard area != 0, area.isFinite else { return nil }
        self.system = system
        self.transform = transform
    }

    /// Returns the georeference of a region of the image that is resized.
    ///
    /// - Parameters:
    ///   - region: the region, in pixels of the image.
    ///   - size: the new size of the region.
    package func of(_ region: PixelRegion, in size: PixelSize) -> Georeference? {
        let (across, down) = (
            Double(region.width) / Double(size.width), Double(region.height) / Double(size.height)
        )
        let corner = place(column: Double(region.x), row: Double(region.y))
        return Georeference(
            system: system,
            transform: [
                corner.x, transform[1] * across, transform[2] * down,
                corner.y, transform[4] * across, transform[5] * down,
            ])
    }

    /// Returns the smallest x and y and the largest x and y of an image: west, south, east and
    /// north for degrees.
    package func bounds(of size: PixelSize) -> [Double] {
        let corners = [(0, 0), (size.width, 0), (0, size.height), (size.width, size.height)].map {
            place(column: Double($0), row: Double($1))
        }
        let (x, y) = (corners.map(\.x), corners.map(\.y))
        return [x.min(), y.min(), x.max(), y.max()].compactMap(\.self)
    }

    /// Returns the side of a pixel in units of the coordinate reference system; `nil` unless north
    /// is up and pixels are square. The total of the differences over the image may be 1/10,000 of
    /// a pixel.
    package func unitsPerPixel(of size: PixelSize) -> Double? {
        let (width, height) = (transform[1], -transform[5])
        guard transform[2] == 0, transform[4] == 0, width > 0,
            abs(width - height) * Double(size.longSide) < width * 1e-4
        else { return nil }
        return width
    }

    private func place(column: Double, row: Double) -> (x: Double, y: Double) {
        (
            transform[0] + transform[1] * column + transform[2] * row,
            transform[3] + transform[4] * column + transform[5] * row
        )
    }

    /// Returns the JSON value for the metadata of map tiles.
    package func json(of size: PixelSize) -> JSONValue {
        .object(present: [
            "crs": system.map { .string($0) },
            "transform": .array(transform.map(JSONValue.number)),
            "bounds": .array(bounds(of: size).map(JSONValue.number)),
        ])
    }
}

extension Georeference: Codable {
    private enum CodingKeys: String, CodingKey {
        case system = "crs"
        case transform
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let transform = try fields.decode([Double].self, forKey: .transform)
        let system = try fields.decodeIfPresent(String.self, forKey: .system)
        guard let value = Georeference(system: system, transform: transform) else {
            throw DecodingError.dataCorruptedError(
                forKey: .transform, in: fields, debugDescription: "not a transform")
        }
        self = value
    }
}
