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
        self.source = Self.flattened(source, on: background)
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
                "home", screen, scaled(to: sight, in: screen), inset: 2, sight,
                (limits.smallMean, limits.smallWorstBlock))
        }
        let (left, top) = (sight.left.rounded(), sight.top.rounded())
        let edges = [sight.left, sight.top, sight.right, sight.bottom]
        guard edges.allSatisfy({ abs($0 - $0.rounded()) < 0.02 }),
            (sight.right - sight.left).rounded() == Double(source.width),
            (sight.bottom - sight.top).rounded() == Double(source.height)
        else { return ["\(sight.view): the pixels are not the screen's: \(place)"] }
        return try compare(
            sight.view.rawValue, screen, placed(left: Int(left), top: Int(top), in: screen),
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

    /// The source with its top left corner at a pixel of the screen.
    private func placed(left: Int, top: Int, in screen: PixelPicture) -> PixelPicture {
        var samples = [UInt8](repeating: 0, count: screen.samples.count)
        let columns = max(left, 0)..<min(left + source.width, screen.width)
        for y in max(top, 0)..<min(top + source.height, screen.height) {
            let start = ((y - top) * source.width + columns.lowerBound - left) * 3
            let target = (y * screen.width + columns.lowerBound) * 3
            samples.replaceSubrange(
                target..<target + columns.count * 3,
                with: source.samples[start..<start + columns.count * 3])
        }
        return PixelPicture(
            width: screen.width, height: screen.height, bands: 3, samples: samples)
    }

    /// The source, reduced or magnified. Each screen pixel is the mean of the area that it covers.
    private func scaled(to sight: PageSight, in screen: PixelPicture) -> PixelPicture {
        let across = Self.shares(
            from: sight.left, to: sight.right, count: screen.width, of: source.width)
        let down = Self.shares(
            from: sight.top, to: sight.bottom, count: screen.height, of: source.height)
        var samples = [UInt8](repeating: 0, count: screen.samples.count)
        var index = 0
        source.samples.withUnsafeBufferPointer { pixels in
            for rows in down {
                for columns in across {
                    for band in 0..<3 {
                        var sum = 0.0
                        for (row, height) in rows {
                            let start = row * source.width * 3 + band
                            for (column, width) in columns {
                                sum += Double(pixels[start + column * 3]) * height * width
                            }
                        }
                        samples[index] = UInt8(sum.rounded())
                        index += 1
                    }
                }
            }
        }
        return PixelPicture(
            width: screen.width, height: screen.height, bands: 3, samples: samples)
    }

    /// Along one axis, the source pixels under each screen pixel, and their weights.
    private static func shares(
        from start: Double, to end: Double, count: Int, of size: Int
    ) -> [[(Int, Double)]] {
        let scale = Double(size) / (end - start)
        return (0..<count).map { pixel in
            let from = max((Double(pixel) - start) * scale, 0)
            let to = min((Double(pixel + 1) - start) * scale, Double(size))
            guard to - from > 1e-6 else { return [] }
            return (Int(from)..<min(Int(to.rounded(.up)), size)).map { index in
                (index, (min(Double(index + 1), to) - max(Double(index), from)) / (to - from))
            }
        }
    }

    /// Composites an image with a background colour.
    private static func flattened(_ picture: PixelPicture, on background: [UInt8]) -> PixelPicture {
        guard picture.bands == 4 else { return picture }
        var samples: [UInt8] = []
        samples.reserveCapacity(picture.width * picture.height * 3)
        for start in stride(from: 0, to: picture.samples.count, by: 4) {
            let alpha = Int(picture.samples[start + 3])
            for band in 0..<3 {
                let (over, under) = (Int(picture.samples[start + band]), Int(background[band]))
                let mixed = over * alpha + under * (255 - alpha)
                samples.append(UInt8((mixed + 127) / 255))
            }
        }
        return PixelPicture(
            width: picture.width, height: picture.height, bands: 3, samples: samples)
    }
}
