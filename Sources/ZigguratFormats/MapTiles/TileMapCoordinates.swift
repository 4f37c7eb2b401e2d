internal import ZigguratCore

/// The coordinates of `tilemapresource.xml`, which grow to the right and upwards.
///
/// The coordinates belong to the georeference if it has a code, north is up and pixels are square.
/// Otherwise they are image pixels, with 0 at the top left, as in gdal2tiles.
struct TileMapCoordinates {
    typealias Value = any CustomStringConvertible

    /// The code of the coordinate reference system; empty for image pixels.
    let system: String
    private let place: (x: Double, y: Double, unitsPerPixel: Double)?

    init(of bundle: BundleDescription) {
        guard let georeference = bundle.georeference, let system = georeference.system,
            let units = georeference.unitsPerPixel(of: bundle.pyramid.imageSize)
        else {
            (system, place) = ("", nil)
            return
        }
        self.system = system
        let transform = georeference.transform
        place = (x: transform[0], y: transform[3], unitsPerPixel: units)
    }

    /// Returns the coordinate of a column's left edge.
    func x(_ column: Int) -> Value {
        place.map { $0.x + Double(column) * $0.unitsPerPixel } ?? column
    }

    /// Returns the coordinate of a row's upper edge.
    func y(_ row: Int) -> Value {
        place.map { $0.y - Double(row) * $0.unitsPerPixel } ?? -row
    }

    func unitsPerPixel(atScaleFactor factor: Int) -> Value {
        place.map { Double(factor) * $0.unitsPerPixel } ?? factor
    }
}
