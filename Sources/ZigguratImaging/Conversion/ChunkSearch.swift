internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// The memory of a ``ChunkSearch``.
enum ChunkSearchMemory {
    /// The number of chunks in memory: the chunks that threads read, and the chunk before them,
    /// whose rows a thread examines.
    static func chunkCount(parts: Int, threads: Int) -> Int {
        threads.dividedRoundingUp(by: parts) + 1
    }
}

/// Reads the blocks of an image on several threads, and passes its rows to a search.
///
/// The image is read once, in chunks of whole rows. A few chunks are in memory. The thread that
/// reads the last part of a chunk examines the chunk's rows. One thread at a time passes examined
/// rows to the search.
///
/// `@unchecked Sendable`: a part of a chunk's memory has one writer, and is read after all parts of
/// the chunk are written. The state has a lock.
final class ChunkSearch<Search: RowSearch>: @unchecked Sendable {
    /// The memory of one chunk.
    private struct Slot {
        var openParts: Int
        /// The results of examining each row; `nil` until all rows are examined.
        var summaries: [Search.Summary]?
    }

    private struct State {
        var nextChunk = 0
        var nextPart = 0
        /// The first chunk that the search has not taken.
        var oldestChunk = 0
        var slots: [Slot]
        /// The search; `nil` while a thread passes rows to it.
        var search: Search?
        var isStopped = false
        var failure: ZigguratError?
    }

    private let source: any BlockSource
    private let chunks: BlockChunks
    private let chunkCount: Int
    /// The number of chunks in memory.
    private let slotCount: Int
    private let memory: RowMemory
    private let rowBytes: Int
    private let sampleCount: Int
    private let threadCount: Int
    private let examiner: Search
    private let state: ConditionLocked<State>
    /// The processor time of the other threads that is not yet added to the calling thread's time.
    private let helperTime = Atomic(0)

    /// - Parameter threadCount: the largest number of threads, including the calling thread.
    init(
        _ source: any BlockSource, _ search: Search, threads threadCount: Int
    ) throws(ZigguratError) {
        self.source = source
        self.threadCount = threadCount
        chunks = source.chunks
        chunkCount = chunks.count(of: source.size.height)
        sampleCount = source.size.width * source.bands
        rowBytes = source.size.width * source.bytesPerPixel
        examiner = search
        slotCount = ChunkSearchMemory.chunkCount(parts: chunks.parts, threads: threadCount)
        memory = try RowMemory(byteCount: slotCount * chunks.height * rowBytes, populates: false)
        let slots = (0..<slotCount).map { _ in Slot(openParts: source.chunks.parts) }
        state = ConditionLocked(State(slots: slots, search: search))
    }

    /// Reads the image.
    ///
    /// - Parameter isWanted: called from time to time on the calling thread; returns `false` to
    ///   cancel.
    /// - Returns: the search after the last row, or after the last row that could be read.
    func run(isWanted: () -> Bool) throws(ZigguratError) -> Search {
        let helpers = min(threadCount, chunkCount * chunks.parts) - 1
        let workers = WorkerThreads(count: helpers) {
            var known = ProcessorTime.ofThread
            func count() -> Bool {
                let time = ProcessorTime.ofThread
                self.helperTime.add(time - known, ordering: .relaxed)
                known = time
                return true
            }
            self.work(count)
            _ = count()
        }
        work {
            takeHelperTime()
            return isWanted()
        }
        workers.join()
        takeHelperTime()
        return try state.withLock { state -> Result<Search, ZigguratError> in
            if let failure = state.failure { return .failure(failure) }
            return .success(state.search ?? examiner)
        }.get()
    }

    private func takeHelperTime() {
        ProcessorTime.add(helperTime.exchange(0, ordering: .relaxed))
    }

    private func work(_ isWanted: () -> Bool) {
        do throws(ZigguratError) {
            let reader = try source.makeReader()
            while let (chunk, part) = takePart() {
                guard isWanted() else { throw ZigguratError(Cancelled()) }
                let rows = chunks.rows(chunk, of: source.size.height)
                let addresses = addresses(of: chunk)
                let isRead = addresses.withUnsafeBufferPointer { addresses in
                    (try? reader.read(rows, part: part, into: addresses)) != nil
                }
                // The rows are read again for the tiles, which reports the error.
                guard isRead else { return stop(nil) }
                guard finishPart(of: chunk) else { continue }
                let summaries = addresses.map { examiner.examine($0, count: sampleCount) }
                state.withLock { $0.slots[chunk % slotCount].summaries = summaries }
                passOn()
            }
        } catch {
            stop(error)
        }
    }

    /// Waits for a part to read; `nil` if all parts are taken.
    private func takePart() -> (chunk: Int, part: Int)? {
        state.wait { state -> (chunk: Int, part: Int)?? in
            if state.isStopped || state.nextChunk == chunkCount { return .some(nil) }
            guard state.nextChunk < state.oldestChunk + slotCount else { return nil }
            let taken = (state.nextChunk, state.nextPart)
            state.nextPart += 1
            if state.nextPart == chunks.parts {
                state.nextPart = 0
                state.nextChunk += 1
            }
            return taken
        }
    }

    /// Marks a part of a chunk as read.
    ///
    /// - Returns: whether this was the last part of the chunk.
    private func finishPart(of chunk: Int) -> Bool {
        state.withLock { state in
            let slot = chunk % slotCount
            state.slots[slot].openParts -= 1
            return state.slots[slot].openParts == 0
        }
    }

    /// Passes examined chunks to the search, unless another thread does so.
    private func passOn() {
        while var next = takeExamined() {
            var isOpen = true
            for (row, summary) in zip(addresses(of: next.chunk), next.summaries) where isOpen {
                isOpen = next.search.take(row, count: sampleCount, summary)
            }
            state.change { state in
                state.search = next.search
                state.slots[next.chunk % slotCount] = Slot(openParts: chunks.parts)
                state.oldestChunk += 1
                if !isOpen { state.isStopped = true }
            }
        }
    }

    private func takeExamined() -> (search: Search, chunk: Int, summaries: [Search.Summary])? {
        state.withLock { state in
            let slot = state.slots[state.oldestChunk % slotCount]
            guard !state.isStopped, let summaries = slot.summaries, let search = state.search else {
                return nil
            }
            state.search = nil
            return (search, state.oldestChunk, summaries)
        }
    }

    /// Ends all threads.
    private func stop(_ failure: ZigguratError?) {
        state.change { state in
            state.isStopped = true
            state.failure = state.failure ?? failure
        }
    }

    private func addresses(of chunk: Int) -> [UnsafeMutablePointer<UInt8>] {
        let start = memory.start + chunk % slotCount * chunks.height * rowBytes
        return (0..<chunks.rows(chunk, of: source.size.height).count).map {
            (start + $0 * rowBytes).assumingMemoryBound(to: UInt8.self)
        }
    }
}
