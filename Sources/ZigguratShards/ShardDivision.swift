internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratPyramid
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

extension ExportPlan {
    /// The division of an image among shards.
    enum Division: Hashable, Sendable {
        /// At least two bands, as rows of bands from top to bottom. The bands of a row run from
        /// left to right.
        case bands([PixelRegion])
        /// The image is large, but has to be exported as a whole.
        case whole(ExportNote.UndividedReason)
        /// The image is too small to be divided.
        case small
    }

    /// Divides a large image into bands, for several shards.
    ///
    /// - Parameter count: the largest number of bands, at least 2. A very wide image may get more
    ///   bands.
    func division(
        into count: Int, by exporter: Exporter
    ) throws(ZigguratError) -> Division {
        let options = exporter.options
        guard header.size.pixelCount >= options.journalPixels else { return .small }
        let (passes, resampled, consumers) = TileRouter.TilingPassDraft(
            of: self, thumbnail: "", bundleThumbnail: nil
        ).finished(blankTolerance: options.blankTolerance)
        let builder = exporter.builder(of: self, passes: passes, resampled: resampled)
        switch try builder.bands(
            of: source, atMost: count, widest: options.widestBand)
        {
        case .rowsFromTop: return .whole(.rowsFromTop)
        case .needsWholeImage: return .whole(.options)
        case .tooSmall: return .small
        case .bands(let bands):
            let hasImages = consumers.contains { pass in
                pass.prefix(ResumeRows.reduction).joined().contains { !$0.isOfTiles }
            }
            return hasImages ? .whole(.options) : .bands(bands)
        }
    }
}

extension TileConsumer {
    fileprivate var isOfTiles: Bool {
        if case .tiles = self { true } else { false }
    }
}

/// Divides tasks among shards so that all shards take about equally long.
///
/// Tasks are assigned from the most to the least expensive, each to the shard with the least cost
/// so far.
package enum ShardGroups {
    /// Returns the shard of each task.
    ///
    /// - Parameters:
    ///   - costs: the cost of each task.
    ///   - count: the number of shards, at least 1.
    /// - Returns: the index of the shard of each task, from 0. Equal input gives equal output.
    package static func shards(of costs: [Double], count: Int) -> [Int32] {
        let order = costs.indices.sorted { (costs[$1], $0) < (costs[$0], $1) }
        var groups = [Int32](repeating: 0, count: costs.count)
        var heap = Heap(count: count)
        for index in order { groups[index] = heap.add(costs[index]) }
        return groups
    }

    /// The shards as a binary heap. The first element has the least cost; among equal costs, it has
    /// the lowest index.
    private struct Heap {
        private var items: [(cost: Double, shard: Int32)]

        init(count: Int) {
            items = (0..<count).map { (0, Int32($0)) }
        }

        /// Adds a cost to the shard with the least cost, and returns the index of the shard.
        mutating func add(_ cost: Double) -> Int32 {
            let shard = items[0].shard
            items[0].cost += cost
            var parent = 0
            while true {
                let children = [2 * parent + 1, 2 * parent + 2].filter(items.indices.contains)
                guard let child = children.min(by: { items[$0] < items[$1] }),
                    items[child] < items[parent]
                else { return shard }
                items.swapAt(parent, child)
                parent = child
            }
        }
    }
}
