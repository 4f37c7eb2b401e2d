import Testing

@testable import ZigguratCore

@Suite struct PointTransformTests {
    typealias Point = PointTransform.Point

    private static func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

    private static let corners = [point(10, 20), point(900, 40), point(300, 700)]

    static let exact: [PointTransform] = [
        PointTransform(a: 1, b: 0, c: 0, d: 1, e: 0, f: 0),
        PointTransform(a: 0.62, b: -0.02, c: 0.035, d: 0.58, e: 10, f: 80),
        PointTransform(a: 0, b: 1, c: -1, d: 0, e: 500, f: 3),
        // Mirrored, such as an X-ray image seen from behind.
        PointTransform(a: -2, b: 0.1, c: 0.3, d: 1.5, e: 4000, f: -12),
    ]

    @Test(arguments: exact) func `Three pairs give the exact transform`(
        _ transform: PointTransform
    ) {
        let targets = Self.corners.map { transform($0) }
        let found = PointTransform(from: Self.corners, to: targets)
        for (value, expected) in zip(found.components, transform.components) {
            #expect(abs(value - expected) < 1e-9)
        }
        #expect(found.largestError(from: Self.corners, to: targets) < 1e-9)
        // The negative control: a moved target gives another transform.
        var moved = targets
        moved[2].x += 1
        let other = PointTransform(from: Self.corners, to: moved)
        #expect(other.largestError(from: Self.corners, to: targets) > 0.9)
    }

    @Test func `Two pairs give a similarity`() {
        let sources = [Self.point(0, 0), Self.point(100, 0)]
        let targets = [Self.point(5, 5), Self.point(5, 205)]
        let found = PointTransform(from: sources, to: targets)
        #expect(abs(found.rotation - 90) < 1e-9)
        #expect(abs(found.horizontalScale - 2) < 1e-9)
        #expect(abs(found.verticalScale - 2) < 1e-9)
        #expect(abs(found.shear) < 1e-9)
        #expect(!found.isMirrored)
        #expect(found.largestError(from: sources, to: targets) < 1e-9)
    }

    @Test func `More pairs give the best fit and its error`() {
        let sources = Self.corners + [Self.point(500, 500)]
        var targets = sources
        targets[3].y += 3
        let found = PointTransform(from: sources, to: targets)
        let error = found.largestError(from: sources, to: targets)
        #expect(error > 0.5 && error < 3)
    }

    @Test(arguments: [
        (PointTransform(a: 1, b: 0, c: 0.1, d: 1, e: 0, f: 0), 5.71, 1.0, false),
        (PointTransform(a: 2, b: 0, c: 0, d: 3, e: 0, f: 0), 0, 1.5, false),
        (PointTransform(a: 1, b: 0, c: 0, d: -1, e: 0, f: 0), 0, 1.0, true),
    ])
    func parts(_ transform: PointTransform, shear: Double, ratio: Double, isMirrored: Bool) {
        #expect(abs(transform.shear - shear) < 0.01)
        #expect(abs(transform.verticalScale / transform.horizontalScale - ratio) < 1e-9)
        #expect(transform.isMirrored == isMirrored)
    }

    @Test(arguments: [
        ([point(0, 0), point(10, 10), point(20, 20)], true),
        ([point(0, 0), point(10, 0), point(0, 10)], false),
    ])
    func spread(_ points: [Point], isLine: Bool) {
        let spread = PointTransform.spread(of: points)
        #expect(spread.along > 3)
        #expect((spread.across < 1e-9) == isLine)
    }
}
