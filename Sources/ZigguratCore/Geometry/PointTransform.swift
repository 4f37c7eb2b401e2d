internal import Glibc

/// A map of points: x' = a·x + c·y + e, y' = b·x + d·y + f, as `matrix(a, b, c, d, e, f)` in CSS.
package struct PointTransform: Hashable, Sendable, Codable {
    /// A position in pixels, from the top left corner of an image.
    package typealias Point = Annotation.Point

    package let a, b, c, d, e, f: Double

    package init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    package func callAsFunction(_ point: Point) -> Point {
        Point(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f)
    }

    package var components: [Double] { [a, b, c, d, e, f] }

    private var determinant: Double { a * d - b * c }

    package var isMirrored: Bool { determinant < 0 }

    /// The clockwise rotation of the horizontal axis, in degrees.
    package var rotation: Double { atan2(b, a) * 180 / .pi }

    /// The factor by which the transform scales horizontal lengths.
    package var horizontalScale: Double { hypot(a, b) }

    /// The factor by which the transform scales lengths perpendicular to the transformed horizontal
    /// axis.
    package var verticalScale: Double { abs(determinant) / horizontalScale }

    /// The angle by which the vertical axis leans, in degrees; 0 if the axes stay at right angles.
    package var shear: Double { atan2(a * c + b * d, abs(determinant)) * 180 / .pi }

    /// Creates the transform with the smallest squared errors. For two pairs it is a similarity,
    /// which rotates, moves and scales. For more pairs it is an affine transform, which is exact
    /// for three pairs.
    ///
    /// - Parameters:
    ///   - sources: at least two points; three or more must not lie on one line.
    ///   - targets: the transformed points, in the order of the sources.
    package init(from sources: [Point], to targets: [Point]) {
        let (from, to) = (Self.mean(sources), Self.mean(targets))
        // Sums of products of the distances from the means: source × source and target × source.
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        var (ux, uy, vx, vy) = (0.0, 0.0, 0.0, 0.0)
        for (source, target) in zip(sources, targets) {
            let (x, y) = (source.x - from.x, source.y - from.y)
            let (u, v) = (target.x - to.x, target.y - to.y)
            (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y)
            (ux, uy, vx, vy) = (ux + u * x, uy + u * y, vx + v * x, vy + v * y)
        }
        let linear: (a: Double, b: Double, c: Double, d: Double)
        if sources.count == 2 {
            let (cos, sin) = ((ux + vy) / (xx + yy), (vx - uy) / (xx + yy))
            linear = (cos, sin, -sin, cos)
        } else {
            let area = xx * yy - xy * xy
            linear = (
                (ux * yy - uy * xy) / area, (vx * yy - vy * xy) / area,
                (uy * xx - ux * xy) / area, (vy * xx - vx * xy) / area
            )
        }
        (a, b, c, d) = linear
        e = to.x - a * from.x - c * from.y
        f = to.y - b * from.x - d * from.y
    }

    /// Returns the largest distance between a target and its transformed source.
    package func largestError(from sources: [Point], to targets: [Point]) -> Double {
        zip(sources, targets).map { source, target in
            let found = self(source)
            return hypot(found.x - target.x, found.y - target.y)
        }.max() ?? 0
    }

    /// Returns the spread of points along the line that fits the points best, and across that line:
    /// the root of the mean squared distance.
    package static func spread(of points: [Point]) -> (along: Double, across: Double) {
        let center = mean(points)
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for point in points {
            let (x, y) = (point.x - center.x, point.y - center.y)
            (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y)
        }
        let middle = (xx + yy) / 2
        let difference = hypot((xx - yy) / 2, xy)
        let count = Double(max(points.count, 1))
        return (
            ((middle + difference) / count).squareRoot(),
            (max(middle - difference, 0) / count).squareRoot()
        )
    }

    private static func mean(_ points: [Point]) -> Point {
        let count = Double(max(points.count, 1))
        return Point(
            x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
    }
}
