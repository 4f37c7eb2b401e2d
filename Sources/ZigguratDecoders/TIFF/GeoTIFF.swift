internal import ZigguratCore
package import ZigguratImaging

/// The georeferencing tags in a directory of a TIFF file.
///
/// Source: OGC GeoTIFF 1.1, 7.1 (keys) and 7.2: ModelPixelScale, ModelTiepoint and
/// ModelTransformation.
struct GeoTIFF {
    private let scale: [Double]
    private let tiepoints: [Double]
    private let matrix: [Double]
    private let keys: [Int]
    /// The size of the stored image.
    private let size: PixelSize

    /// - Returns: `nil` if the directory has no georeferencing tags.
    init?(_ directory: TIFFDirectory) {
        scale = directory.reals(33_550)
        tiepoints = directory.reals(33_922)
        matrix = directory.reals(34_264)
        keys = directory.numbers(34_735)
        size = PixelSize(
            width: directory.number(256) ?? 0, height: directory.number(257) ?? 0)
        if scale.isEmpty, tiepoints.isEmpty, matrix.isEmpty { return nil }
    }

    /// Returns the georeference of the exported image; `nil` if the georeference is not an affine
    /// transform. Also `nil` if the export rotates or mirrors the image, or does not publish
    /// metadata.
    func georeference(_ request: SourceRequest, _ plan: DecodePlan) -> Georeference? {
        guard plan.orientation == Orientation(exif: 1), size.isValid, request.showsMetadata else {
            return nil
        }
        let whole = PixelRegion(whole: size)
        return stored?.of(request.crop ?? whole, in: plan.size)
    }

    private var stored: Georeference? {
        transform.flatMap { numbers in
            // With the raster type PixelIsPoint, coordinates are the coordinates of pixel centres.
            let isPoint = key(1025) == 2
            let half = isPoint ? 0.5 : 0
            return Georeference(
                system: system,
                transform: [
                    numbers[0] - half * (numbers[1] + numbers[2]), numbers[1], numbers[2],
                    numbers[3] - half * (numbers[4] + numbers[5]), numbers[4], numbers[5],
                ])
        }
    }

    private var transform: [Double]? {
        if matrix.count == 16 {
            return [matrix[3], matrix[0], matrix[1], matrix[7], matrix[4], matrix[5]]
        }
        guard scale.count >= 2, tiepoints.count >= 6 else { return nil }
        return [
            tiepoints[3] - tiepoints[0] * scale[0], scale[0], 0,
            tiepoints[4] + tiepoints[1] * scale[1], 0, -scale[1],
        ]
    }

    /// The code of the projected or geographic system. 32,767 means user-defined.
    private var system: String? {
        let code = key(1024) == 1 ? key(3072) : key(1024) == 2 ? key(2048) : nil
        return code.flatMap { (1024...32_766).contains($0) ? "EPSG:\($0)" : nil }
    }

    /// Returns the number of a key. The entry of a key has four values; if the second value is 0,
    /// the fourth value is the number. The first four values of the tag are the header.
    private func key(_ name: Int) -> Int? {
        stride(from: 4, to: keys.count - 3, by: 4).first { keys[$0] == name && keys[$0 + 1] == 0 }
            .map { keys[$0 + 3] }
    }
}

extension SourceHeader {
    /// Returns the header with the georeference of a TIFF's first page.
    package func locating(
        _ image: any OpenedImage, _ request: SourceRequest, _ plan: DecodePlan
    ) -> SourceHeader {
        guard page == 1, let image = image as? TIFFImage,
            let place = image.place(DecodePlan.Settings(page: plan.settings.page)),
            let geoTIFF = TIFFDirectory(image.file, at: place.offset).flatMap({ GeoTIFF($0) })
        else { return self }
        var header = self
        header.isGeoreferenced = true
        header.georeference = geoTIFF.georeference(request, plan)
        return header
    }
}
