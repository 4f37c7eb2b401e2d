internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// The state that all checks of a run share: the options, the findings, and the receiver of events.
final class VerificationRun {
    package let options: Verification.Options
    private let cancellation: Cancellation
    private let send: (Verification.Event) -> Void
    /// The held events of the entries that are being verified, the innermost entry last.
    private var held: [[Verification.Event]] = []
    /// The places of all findings, in order.
    private(set) var findingPlaces: [String] = []
    private var places: Set<String> = []
    /// The advice for faults of the current entry.
    var advice = Verification.Finding.Advice.replace

    /// The number of items that are checked in parallel before their findings are reported.
    private static let batch = 256

    init(
        _ options: Verification.Options, _ cancellation: Cancellation,
        _ report: @escaping (Verification.Event) -> Void
    ) {
        self.options = options
        self.cancellation = cancellation
        send = report
    }

    var findingCount: Int { findingPlaces.count }

    /// Reports an event. While an entry is verified, the event is held until this verification
    /// ends.
    func report(_ event: Verification.Event) {
        if case .progressed = event { return send(event) }
        guard let last = held.indices.last else { return send(event) }
        held[last].append(event)
    }

    /// Verifies an export or another unit, and reports its number of faults.
    func checkUnit(
        _ kind: Verification.Unit.Kind, at place: String, _ check: () throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
        let before = findingCount
        try check()
        report(
            .ended(Verification.Unit(kind: kind, place: place, faults: findingCount - before)))
    }

    /// Verifies an entry of a destination.
    ///
    /// If another process changed the entry meanwhile, its faults are not reported and the entry is
    /// verified once more.
    ///
    /// - Parameters:
    ///   - destination: the folder that contains the entry.
    ///   - check: verifies the entry, reading all its files again.
    func settle(
        _ place: String, in destination: Destination, _ check: () throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
        let (count, known) = (findingCount, places)
        for _ in 1...2 {
            let states = try EntryStates(of: place)
            held.append([])
            var failure: ZigguratError?
            do throws(ZigguratError) {
                try check()
            } catch {
                failure = error
            }
            let events = held.removeLast()
            let needsNoLook =
                failure == nil && findingCount == count || failure?.code == .cancelled
            let isCurrent = needsNoLook ? true : try destination.hasSettled(states)
            if isCurrent {
                events.forEach(report)
                if let failure { throw failure }
                return
            }
            findingPlaces.removeSubrange(count...)
            places = known
        }
        found(ZigguratError(DestinationError.changedMeanwhile, place), as: .manifest)
    }

    func found(_ fault: VerificationError, at place: String, cause: ZigguratError.Cause? = nil) {
        found(ZigguratError(fault, place, cause: cause), as: fault.kind)
    }

    /// - Parameter kind: the kind of the finding, if the error's reason is not a
    ///   `VerificationError`.
    func found(_ error: ZigguratError, as kind: Verification.Finding.Kind) {
        found(Verification.Finding(error, as: kind, advice: advice))
    }

    /// Whether a file has a finding.
    func hasFinding(at place: String) -> Bool { places.contains(place) }

    /// Whether a folder, or a file in it, has a finding.
    func hasFinding(inFolder folder: String) -> Bool {
        hasFinding(at: folder) || places.contains { $0.hasPrefix("\(folder)/") }
    }

    /// Counts faults in parts of a file as a fault of the file, so that its wrong checksum is not
    /// reported as well.
    func attributeFindings(to file: String) { places.insert(file) }

    /// Returns whether the number of tiles is within the limit for any image. Reports a fault if
    /// not.
    func isBounded(_ source: any TileSource) -> Bool {
        let (count, limit) = (source.pyramid.tileCount, FoundPyramid.maximumTileCount)
        if count > limit { found(.tooManyTiles(count, limit: limit), at: source.place) }
        return count <= limit
    }

    func note(_ note: ExportNote, on place: String) { report(.noted(note, place: place)) }

    private func found(_ finding: Verification.Finding) {
        findingPlaces.append(finding.place)
        places.insert(finding.place)
        report(.found(finding))
    }

    /// A fault of an item, with the tile's address if the item is a tile.
    typealias Flaw = (error: ZigguratError, tile: Tile.Address?)

    /// Verifies items on several threads, and reports their faults in order.
    ///
    /// - Parameters:
    ///   - limit: the number of faults after which the verification stops.
    ///   - check: returns the faults of one item. Called on any thread.
    /// - Returns: whether all items were verified.
    @discardableResult
    func checkEach<Item: Sendable>(
        of subject: String, count: Int, noun: String, _ items: some Sequence<Item>,
        as kind: Verification.Finding.Kind = .damagedTile, upTo limit: Int = .max,
        _ check: @escaping @Sendable (Item) -> [Flaw]
    ) throws(ZigguratError) -> Bool {
        let limit = limit == .max ? limit : findingCount + limit
        var done = 0
        var items = items.makeIterator()
        while true {
            var batch: [Item] = []
            while batch.count < Self.batch, let item = items.next() { batch.append(item) }
            let flaws = ConcurrentWork.map(below: batch.count, threads: options.threadCount) {
                [batch] index in check(batch[index])
            }
            for flaw in flaws.joined() {
                found(Verification.Finding(flaw.error, as: kind, tile: flaw.tile, advice: advice))
            }
            done += batch.count
            report(
                .progressed(
                    Verification.Progress(
                        subject: subject, noun: noun, done: done, count: max(done, count))))
            if cancellation.isCancelled { throw ZigguratError(Cancelled()) }
            if batch.count < Self.batch { return true }
            if findingCount >= limit { return false }
        }
    }

    /// Compares files with their entries in a list, on several threads. Skips files that already
    /// have a finding.
    ///
    /// - Parameters:
    ///   - list: the path of the list.
    ///   - place: returns the path of an item's file.
    ///   - isEqual: returns whether the file has the listed content. Called on any thread.
    func checkFiles<Item: Sendable>(
        of subject: String, _ items: [Item], listedIn list: String,
        place: @escaping @Sendable (Item) -> String,
        isEqual: @escaping @Sendable (Item) throws(ZigguratError) -> Bool
    ) throws(ZigguratError) {
        let items = items.filter { !hasFinding(at: place($0)) }
        try checkEach(
            of: subject, count: items.count, noun: "file", items, as: .checksum
        ) { item in
            let file = place(item)
            do throws(ZigguratError) {
                guard FileSystem.exists(file) else {
                    return [
                        (ZigguratError(VerificationError.missingListed(list: list), file), nil)
                    ]
                }
                if try isEqual(item) { return [] }
                return [
                    (ZigguratError(VerificationError.checksumMismatch(list: list), file), nil)
                ]
            } catch {
                return [(error.about(file), nil)]
            }
        }
    }
}
