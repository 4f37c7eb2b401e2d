internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// The parts of a plan's images: whole images, and bands of images that take longer than an equal
/// share of all work.
struct ShardDivision {
    /// An image, or a band of an image.
    struct Part {
        private let imageIndex: Int32
        private let bandIndex: Int32

        init(image: Int, band: Int? = nil) {
            (imageIndex, bandIndex) = (Int32(image), Int32(band ?? -1))
        }

        var image: Int { Int(imageIndex) }
        /// The index of the band, from 0; `nil` for the whole image.
        var band: Int? { bandIndex < 0 ? nil : Int(bandIndex) }
    }

    /// The bands of each divided image, by the index of the image.
    private(set) var bands: [Int: [PixelRegion]] = [:]
    /// The number of pixels before each band, followed by the number of pixels of the image.
    private var pixels: [Int: [Int]] = [:]
    /// Large images that are not divided, by index.
    private(set) var undivided: [Int: ExportNote.UndividedReason] = [:]
    /// All images and bands, in order.
    private(set) var parts: [Part] = []
    /// The cost of each part.
    private(set) var costs: [Double] = []

    init(
        of figures: ShardFigures, _ entries: [BatchList.Entry], by planner: ShardPlanner
    ) throws(ZigguratError) {
        if planner.basis == .headers {
            let share = figures.costs.reduce(0, +) / Double(planner.count)
            for image in figures.largerThanShare(of: planner.count) {
                // Slightly less than the quotient, because the sum is rounded.
                let count = Int((figures.costs[image] / share - 1e-6).rounded(.up))
                try divide(image, entries[image], into: min(max(2, count), planner.count), planner)
            }
        }
        parts.reserveCapacity(entries.count)
        costs.reserveCapacity(entries.count)
        for image in entries.indices {
            guard let bands = bands[image] else {
                parts.append(Part(image: image))
                costs.append(figures.costs[image])
                continue
            }
            for band in bands.indices {
                let part = Part(image: image, band: band)
                parts.append(part)
                costs.append(figures.costs[image] * fraction(of: part))
            }
        }
    }

    private mutating func divide(
        _ image: Int, _ entry: BatchList.Entry, into count: Int, _ planner: ShardPlanner
    ) throws(ZigguratError) {
        let plan = try entry.plan(with: planner.exporter)
        switch try plan.division(into: count, by: planner.exporter) {
        case .bands(let regions):
            bands[image] = regions
            pixels[image] = regions.reduce(into: [0]) { sums, region in
                sums.append((sums.last ?? 0) + region.size.pixelCount)
            }
        case .whole(let reason): undivided[image] = reason
        case .small: break
        }
    }

    /// Returns the fraction of an image's cost that a part has.
    private func fraction(of part: Part) -> Double {
        guard let (own, whole) = pixels(of: part) else { return 1 }
        return Double(own.count) / Double(whole)
    }

    /// Returns the share of a part in a total of its image, such as the number of tiles. The shares
    /// of all bands add up to the total.
    func share(of part: Part, in number: Int) -> Int {
        guard let (own, whole) = pixels(of: part) else { return number }
        func before(_ pixel: Int) -> Int {
            pixel == whole ? number : Int(Double(number) * Double(pixel) / Double(whole))
        }
        return before(own.upperBound) - before(own.lowerBound)
    }

    /// Returns the band of a part; returns `nil` for a whole image.
    func band(of part: Part) -> ShardTask.Band? {
        guard let index = part.band, let bands = bands[part.image] else { return nil }
        return ShardTask.Band(
            number: index + 1, count: bands.count, rows: bands[index].rows,
            columns: bands[index].columns)
    }

    /// Returns the range of a band's pixels, counted over all bands in order, and the number of
    /// pixels of the image.
    private func pixels(of part: Part) -> (own: Range<Int>, whole: Int)? {
        guard let index = part.band, let sums = pixels[part.image], let last = sums.last else {
            return nil
        }
        return (sums[index]..<sums[index + 1], last)
    }
}
