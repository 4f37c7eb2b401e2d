import Foundation
import TestSupport
import ZigguratKit

/// Images to compare. The second image shows the discs of the first image after an affine
/// transform, on another colour.
enum ComparisonSample {
    typealias Point = PointTransform.Point

    static let width = 1200
    static let height = 900
    static let red: [Double] = [220, 120, 120]
    static let blue: [Double] = [120, 120, 220]
    /// Maps the second image to the first image, with rotation, shear, scale and mirroring.
    static let transform = PointTransform(a: -1.31, b: -0.05, c: 0.11, d: 1.22, e: 1150, f: 30)
    /// The centres of the discs in the first image. The first three discs are given as pairs.
    static let discs = [
        point(200, 150), point(1000, 200), point(500, 760), point(950, 720), point(600, 400),
    ]
    private static let radius = 14.0

    static func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

    /// The point of the second image that the transform maps to a point of the first image.
    static func origin(_ point: Point) -> Point {
        let t = transform
        let area = t.a * t.d - t.b * t.c
        return Point(
            x: (t.d * (point.x - t.e) - t.c * (point.y - t.f)) / area,
            y: (t.a * (point.y - t.f) - t.b * (point.x - t.e)) / area)
    }

    /// - Parameters:
    ///   - place: maps pixels of the image to pixels of the first image.
    ///   - centers: the discs in the image.
    private static func draw(
        width: Int, height: Int, _ colour: [Double], _ centers: [Point], place: (Point) -> Point
    ) -> PixelPicture {
        let row = [[UInt8]](repeating: colour.map { UInt8($0) }, count: width).flatMap(\.self)
        var samples = [[UInt8]](repeating: row, count: height).flatMap(\.self)
        for (center, disc) in zip(centers, discs) {
            for y in max(Int(center.y) - 20, 0)..<min(Int(center.y) + 20, height) {
                for x in max(Int(center.x) - 20, 0)..<min(Int(center.x) + 20, width) {
                    let seen = place(point(Double(x) + 0.5, Double(y) + 0.5))
                    let (dx, dy) = (seen.x - disc.x, seen.y - disc.y)
                    let way = (dx * dx + dy * dy).squareRoot()
                    let ink = min(max(radius - way + 0.5, 0), 1)
                    for band in 0..<3 where ink > 0 {
                        samples[(y * width + x) * 3 + band] = UInt8(colour[band] * (1 - ink) + 0.5)
                    }
                }
            }
        }
        return PixelPicture(width: width, height: height, bands: 3, samples: samples)
    }

    /// The pairs of points for `--registration`.
    static func points(of count: Int) -> String {
        "firstX,firstY,x,y\n"
            + discs.prefix(count).map { disc in
                let other = origin(disc)
                return "\(disc.x),\(disc.y),\(other.x),\(other.y)\n"
            }.joined()
    }

    /// Exports both images and ten layers, and writes the pages `pair`, `rough`, `four` and
    /// `layers`. The page `rough` uses a similarity from two pairs.
    static func publish(to folder: TemporaryFolder) async throws -> URL {
        let first = draw(width: width, height: height, red, discs) { $0 }
        let second = draw(width: 960, height: 800, blue, discs.map(origin)) { transform($0) }
        try await first.write(to: folder["photo.png"], options: "compression=1")
        try await second.write(to: folder["xray.png"], options: "compression=1")
        var images = [folder["photo.png"], folder["xray.png"]]
        for layer in 0..<layerCount {
            let grey = UInt8(greyOf(layer))
            let samples = [UInt8](repeating: grey, count: 300 * 200 * 3)
            let file = folder["layer\(layer).png"]
            try await PixelPicture(width: 300, height: 200, bands: 3, samples: samples).write(
                to: file, options: "compression=1")
            images.append(file)
        }
        let output = folder["out"]
        var options = Exporter.Options()
        options.syncs = false
        options.tiling.encoding = TileEncoding(.png)
        for (index, caption) in captions.enumerated() {
            var own = options
            own.caption = caption
            try await Publication.export([images[index]], to: output, options: own)
        }
        try await Publication.export(
            Array(images.dropFirst(captions.count)), to: output, options: options)
        let exporter = Exporter(destination: output.path, options: options)
        func compare(
            _ name: String, _ images: [String], _ change: (inout ComparisonRequest) -> Void
        ) throws {
            var request = ComparisonRequest(of: images.map { "\(output.path)/\($0)" })
            request.name = name
            change(&request)
            _ = try exporter.compare(request)
        }
        for (name, count) in [("pair", 3), ("rough", 2)] {
            let file = try folder.write(points(of: count), to: "\(name).csv")
            try compare(name, ["photo/dzi", "xray"]) {
                $0.registration = file.path
                $0.labels = ["Photograph, 2020", "X-ray"]
            }
        }
        try compare("four", ["photo", "xray", "layer0", "layer1"]) { $0.mode = .side }
        try compare("layers", (0..<layerCount).map { "layer\($0)" }) { $0.mode = .layers }
        try exporter.writeGallery()
        return output
    }

    static let layerCount = 10
    /// The captions of the photograph and of the X-ray.
    static let captions = [
        Caption(
            title: "photo", attribution: "City Museum",
            rights: "https://creativecommons.org/licenses/by-sa/4.0/"),
        Caption(
            title: "xray", rights: "https://rightsstatements.org/vocab/InC/1.0/",
            creator: "A. Person"),
    ]

    static func greyOf(_ layer: Int) -> Int { 20 + 22 * layer }

    /// The centre of the dark spot around a point of a screenshot.
    static func spot(near x: Double, _ y: Double, in picture: PixelPicture) -> Point? {
        var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
        let reach = 24
        for row in Int(y) - reach...Int(y) + reach {
            for column in Int(x) - reach...Int(x) + reach {
                guard (0..<picture.width).contains(column), (0..<picture.height).contains(row)
                else { continue }
                // Both backgrounds have the same green value.
                let ink = max(0, 1 - Double(picture[column, row][1]) / 120)
                guard ink > 0.05 else { continue }
                sum += ink
                sumX += ink * (Double(column) + 0.5)
                sumY += ink * (Double(row) + 0.5)
            }
        }
        return sum > 20 ? point(sumX / sum, sumY / sum) : nil
    }
}
