import ZigguratCore

@testable import ZigguratImaging

/// Simulates the build of an image and of resampled pyramids, which receive its rows through queues
/// of 64 rows.
///
/// Resampling needs some rows around each output row. The reading thread waits while a queue is
/// full, and the other builds wait while their queues are empty.
struct RelayedSimulation {
    private static let queuedRows = 64
    private static let marginRows = 8

    private var image: ScheduleSimulation
    private var others: [ScheduleSimulation]
    private let height: Int
    private let otherHeights: [Int]

    init(_ image: SchedulePlay, _ others: [SchedulePlay]) {
        self.image = image.simulation(of: image.schedule, isWhole: true)
        self.others = others.map { $0.simulation(of: $0.schedule, isWhole: true) }
        height = image.stored.height
        otherHeights = others.map(\.stored.height)
    }

    /// Simulates all builds to their end.
    mutating func run() throws {
        while !image.hasEnded || others.contains(where: { !$0.hasEnded }) {
            var hasMoved = false
            let taken = others.indices.map { index in
                others[index].hasEnded
                    ? height : rowsNeeded(by: index, others[index].pendingRows?.upperBound)
            }
            let limit = (taken.min() ?? height) + Self.queuedRows
            image.mayDeliver = { $0.upperBound <= limit }
            if try image.step() { hasMoved = true }
            let given = min(image.pendingRows?.upperBound ?? image.delivered, limit)
            for index in others.indices {
                let available =
                    given == height
                    ? otherHeights[index]
                    : max(0, given - Self.marginRows) * otherHeights[index] / height
                others[index].mayDeliver = { $0.upperBound <= available }
                if try others[index].step() { hasMoved = true }
            }
            guard hasMoved || image.hasEnded && others.allSatisfy(\.hasEnded) else {
                throw ScheduleSimulation.Fault.stuck(rowsRead: image.nextRead, openTiles: -1)
            }
        }
        // Checks that no tile is missing.
        try image.run()
        for index in others.indices { try others[index].run() }
    }

    /// Returns the rows of the image that a pyramid needs, up to a row of the pyramid.
    private func rowsNeeded(by index: Int, _ row: Int?) -> Int {
        let row = row ?? others[index].delivered
        guard row > 0 else { return 0 }
        let scaled = (row * height + otherHeights[index] - 1) / otherHeights[index]
        return min(height, scaled + Self.marginRows)
    }
}
