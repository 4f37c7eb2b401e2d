import Foundation
import TestSupport

/// Compares screenshots of a page with the pixels of the source.
struct PageComparison {
    /// The allowed difference from the source, in grey levels 0…255.
    struct Limits: Sendable {
        /// The mean of all pixels, and the mean of the worst block of 16 × 16 pixels, if the image
        /// is shown pixel by pixel.
        var mean = 3.2
        var worstBlock = 7.0
        /// The limits for `mean` and `worstBlock` if the image is reduced.
        var smallMean = 7.0
        var smallWorstBlock = 16.0
        /// The difference of the area around the image from the background.
        var outside = 0
    }

    /// The source image, composited with the background of the page.
    let source: PixelPicture
    let background: [UInt8]
    let limits: Limits

    init(source: PixelPicture, background: [UInt8], limits: Limits = Limits()) {
        self.source = source.flattened(on: background)
        self.background = background
        self.limits = limits
    }

    /// The faults of a visit, one line each.
    func complaints(about visit: PageVisit) async throws -> [String] {
        let screens = try await TemporaryFolder.with { folder in
            try await PixelPicture.read(
                visit.sights.enumerated().map { index, sight in
                    try folder.write(sight.screenshot, to: "\(index).png")
                })
        }
        return try complaints(about: visit, screens: screens)
    }

    /// The faults of a visit whose screenshots are already decoded.
    func complaints(about visit: PageVisit, screens: [PixelPicture]) throws -> [String] {
        try visit.complaints
            + zip(visit.sights, screens).flatMap {
                try complaints(about: $0, screen: $1.withoutAlpha())
            }
    }

    private func complaints(
        about sight: PageSight, screen: PixelPicture
    ) throws -> [String] {
        let place = "\(sight.left), \(sight.top) to \(sight.right), \(sight.bottom)"
        if sight.view == .home {
            guard sight.left > -0.5, sight.top > -0.5, sight.right < Double(screen.width) + 0.5,
                sight.bottom < Double(screen.height) + 0.5
            else { return ["home: the image is not whole: \(place)"] }
            return try compare(
                "home", screen,
                source.scaled(
                    to: (sight.left, sight.top, sight.right, sight.bottom),
                    inWidth: screen.width, height: screen.height),
                inset: 2, sight,
                (limits.smallMean, limits.smallWorstBlock))
        }
        let (left, top) = (sight.left.rounded(), sight.top.rounded())
        let edges = [sight.left, sight.top, sight.right, sight.bottom]
        guard edges.allSatisfy({ abs($0 - $0.rounded()) < 0.02 }),
            (sight.right - sight.left).rounded() == Double(source.width),
            (sight.bottom - sight.top).rounded() == Double(source.height)
        else { return ["\(sight.view): the pixels are not the screen's: \(place)"] }
        return try compare(
            sight.view.rawValue, screen,
            source.placed(
                left: Int(left), top: Int(top), inWidth: screen.width, height: screen.height),
            inset: 0, sight, (limits.mean, limits.worstBlock))
    }

    private func compare(
        _ name: String, _ screen: PixelPicture, _ expected: PixelPicture, inset: Int,
        _ sight: PageSight, _ limit: (mean: Double, worst: Double)
    ) throws -> [String] {
        // Compares only the image; `outside` checks the area around it.
        let left = max(Int(sight.left.rounded(.up)) + inset, 0)
        let top = max(Int(sight.top.rounded(.up)) + inset, 0)
        let right = min(Int(sight.right.rounded(.down)) - inset, screen.width)
        let bottom = min(Int(sight.bottom.rounded(.down)) - inset, screen.height)
        var complaints = outside(name, screen, sight)
        guard right > left, bottom > top else { return complaints }
        let difference = try screen.cropped(
            x: left, y: top, width: right - left, height: bottom - top
        ).difference(
            from: expected.cropped(x: left, y: top, width: right - left, height: bottom - top))
        let worst = difference.worstBlock
        if difference.mean > limit.mean || worst.mean > limit.worst {
            complaints.append(
                "\(name): differs by \(difference.mean), at \(worst.x), \(worst.y) by \(worst.mean)"
            )
        }
        return complaints
    }

    /// Checks that the area around the image is background: tiles must not reach beyond the image.
    private func outside(
        _ name: String, _ screen: PixelPicture, _ sight: PageSight
    ) -> [String] {
        let (middleX, middleY) = (screen.width / 2, screen.height / 2)
        // The edge of a magnified image fades out over half a source pixel.
        let fade = Int((sight.right - sight.left) / Double(source.width) / 2)
        let points = [
            (Int(sight.left.rounded(.down)) - 2 - fade, middleY),
            (Int(sight.right.rounded(.up)) + 1 + fade, middleY),
            (middleX, Int(sight.top.rounded(.down)) - 2 - fade),
            (middleX, Int(sight.bottom.rounded(.up)) + 1 + fade),
        ]
        return points.compactMap { x, y in
            guard (0..<screen.width).contains(x), (0..<screen.height).contains(y),
                zip(screen[x, y], background).contains(where: {
                    abs(Int($0) - Int($1)) > limits.outside
                })
            else { return nil }
            return "\(name): outside the image, at \(x), \(y): \(screen[x, y])"
        }
    }
}
