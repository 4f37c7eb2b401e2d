internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// The state that all checks of a run share: the options, and where findings go.
final class VerificationRun {
    package let options: Verification.Options
    private let cancellation: Cancellation
    private let send: (Verification.Event) -> Void
    /// The events of entries that are being checked, the innermost last.
    private var held: [[Verification.Event]] = []
    /// The places of all findings, in order.
    private(set) var findingPlaces: [String] = []
    private var places: Set<String> = []
    /// The advice for faults of what is being checked.
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

    /// Reports an event, at the latest when the check of its entry ends.
    func report(_ event: Verification.Event) {
        if case .progressed = event { return send(event) }
        guard let last = held.indices.last else { return send(event) }
        held[last].append(event)
    }

    /// Checks an export or another unit, and reports how many faults it has.
    func checkUnit(
        _ kind: Verification.Unit.Kind, at place: String, _ check: () throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
        let before = findingCount
        try check()
        report(
            .ended(Verification.Unit(kind: kind, place: place, faults: findingCount - before)))
    }

    /// Checks what lies at a place of a destination. Faults are reported only if no other process
    /// changed the entry meanwhile; otherwise the entry is checked once more.
    ///
    /// - Parameters:
    ///   - destination: the folder in which other processes change the entry.
    ///   - check: reads everything of the entry anew.
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
        found(ZigguratError(DestinationFailure.changedMeanwhile, place), as: .manifest)
    }

    func found(_ fault: Verification.Fault, at place: String, cause: ZigguratError.Cause? = nil) {
        found(ZigguratError(fault, place, cause: cause), as: fault.kind)
    }

    /// - Parameter kind: The kind if the error's reason is not a ``Verification/Fault``.
    func found(_ error: ZigguratError, as kind: Verification.Finding.Kind) {
        found(Verification.Finding(error, as: kind, advice: advice))
    }

    /// Whether a fault of a file was reported.
    func hasFinding(at place: String) -> Bool { places.contains(place) }

    /// Whether a fault of a folder, or of a file in it, was reported.
    func hasFinding(inFolder folder: String) -> Bool {
        hasFinding(at: folder) || places.contains { $0.hasPrefix("\(folder)/") }
    }

    /// Counts faults of the parts of a file as faults of the file, so that its checksum is no further
    /// fault.
    func attributeFindings(to file: String) { places.insert(file) }

    /// Whether a pyramid has as few tiles as an image can have; a fault if not.
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

    /// A flaw of an item, with its tile if it is one.
    typealias Flaw = (error: ZigguratError, tile: Tile.Address?)

    /// Checks items on several threads and reports their faults in order.
    ///
    /// - Parameters:
    ///   - limit: after this many flaws no further items are checked.
    ///   - check: Returns the flaws of one item; called on any thread.
    /// - Returns: whether all items were checked.
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

    /// Compares files with what a list says about them, on several threads. Files that have a fault
    /// already are left out.
    ///
    /// - Parameters:
    ///   - list: the path of the list.
    ///   - place: the path of an item's file.
    ///   - isEqual: whether the file has the listed content; called on any thread.
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
                        (ZigguratError(Verification.Fault.missingListed(list: list), file), nil)
                    ]
                }
                if try isEqual(item) { return [] }
                return [
                    (ZigguratError(Verification.Fault.checksumMismatch(list: list), file), nil)
                ]
            } catch {
                return [(error.about(file), nil)]
            }
        }
    }
}
