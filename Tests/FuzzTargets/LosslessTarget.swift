import ZigguratCore

@testable import ZigguratImaging

extension FuzzTarget {
    /// Lossless tiles of a JPEG, whose coefficients are rotated and encoded again.
    static let lossless = FuzzTarget("lossless") { folder in
        let path = "\(folder.path)/photo.jpg"
        return { input in
            folder.write(input, to: "photo.jpg")
            for orientation in [Orientation(exif: 1), Orientation(exif: 6)] {
                guard
                    let file = try? SourceFile(path: path),
                    let source = try? JPEGCoefficients(
                        JPEGReader(file), orientation: orientation, region: nil,
                        isReadDirectly: false),
                    source.region.width * source.region.height <= 1 << 18,
                    (try? source.read(allowsDamaged: true, isWanted: { true })) != nil,
                    let cutter = try? CoefficientCutter(
                        source, TileEncoding(.jpeg), profile: [])
                else { continue }
                let size = orientation.turned(source.region.size)
                let width = min(size.width, 64)
                let height = min(size.height, 64)
                _ = try? cutter.cut(PixelRegion(x: 0, y: 0, width: width, height: height))
            }
        }
    }
}
