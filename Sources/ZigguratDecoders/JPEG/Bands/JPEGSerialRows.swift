internal import Synchronization
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The rows of one decoder that reads a JPEG from the top, for bands that cannot be decoded
/// separately: after damage, and in unusual files.
///
/// The decoder starts with the first such band and decodes the rows above it once more. It reads all
/// bands that are started later, and all rows to the end of the image: libjpeg may report damage
/// further down. So its errors, and the rows that they name, are those of a reader without bands. A
/// band waits for no other band: the decoder passes the bands above, and keeps their rows if their
/// threads may need them. An undamaged file takes at most the time of two decoders.
///
/// `@unchecked Sendable`: the reader and the kept rows are used only under the lock.
final class JPEGSerialRows: @unchecked Sendable {
    private struct State {
        /// The number of decoded rows.
        var rowCount = 0
        /// The turns that threads have requested, and the turns that are over.
        var requestedTurns = 0
        var finishedTurns = 0
        var failure: ZigguratError?
        /// The stored rows of bands that are not read yet.
        var keptRows: [Int: KeptRows] = [:]
    }

    private struct Bands {
        /// Whether each band was decoded separately.
        var isOmitted: [Bool]
        /// The number of bands that are read in either way.
        var doneCount = 0
        /// Whether a band could not be decoded separately.
        var isNeeded = false

        /// Whether the decoder has to read the rest of the image.
        var needsRest: Bool { isNeeded && doneCount == isOmitted.count }
    }

    private let reader: JPEGRowReader
    private let chunks: BlockChunks
    private let conversion: RowConversion
    private let bands: Mutex<Bands>
    private let state = ConditionLocked(State())

    /// - Parameter reader: a reader that has read only the header.
    init(_ reader: JPEGRowReader, _ chunks: BlockChunks, _ conversion: RowConversion) {
        (self.reader, self.chunks, self.conversion) = (reader, chunks, conversion)
        let count = chunks.count(of: reader.size.height)
        bands = Mutex(Bands(isOmitted: Array(repeating: false, count: count)))
    }

    /// Whether a band could not be decoded separately.
    var isNeeded: Bool { bands.withLock { $0.isNeeded } }

    /// Records that a band was decoded separately, so that its rows are not kept.
    ///
    /// - Throws: the error of the decoder, if another band could not be decoded separately.
    func omit(_ chunk: Int, isWanted: () -> Bool) throws(ZigguratError) {
        let needsRest = bands.withLock { bands in
            bands.isOmitted[chunk] = true
            bands.doneCount += 1
            return bands.needsRest
        }
        // The decoder may find damage in the further rows.
        if needsRest { try decode(to: reader.size.height, isWanted) }
    }

    /// The number of rows that the decoder has read.
    var rowCount: Int { state.withLock { $0.rowCount } }

    /// Decodes all rows above a row.
    private func decode(to end: Int, _ isWanted: () -> Bool) throws(ZigguratError) {
        while try decodeRows(before: end) {
            guard isWanted() else { throw ZigguratError(Cancelled()) }
        }
    }

    /// Decodes a few rows, if rows above a row are missing. Threads take turns, so that each of
    /// them soon learns whether its rows are still wanted.
    ///
    /// - Returns: whether rows may still be missing.
    private func decodeRows(before end: Int) throws(ZigguratError) -> Bool {
        let turn = state.withLock { state in
            state.requestedTurns += 1
            return state.requestedTurns
        }
        // Wakes the thread whose turn is next.
        defer { state.change { $0.finishedTurns += 1 } }
        return try state.wait { state -> Result<Bool, ZigguratError>? in
            guard state.finishedTurns + 1 == turn else { return nil }
            return Result { () throws(ZigguratError) in
                guard state.rowCount < end else { return false }
                try decodeRows(&state)
                return true
            }
        }.get()
    }

    /// Reads the rows of a band.
    ///
    /// - Throws: the first error of the decoder, at any row above the end of the band.
    func read(
        _ chunk: Int, into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>,
        isWanted: () -> Bool
    ) throws(ZigguratError) {
        bands.withLock { $0.isNeeded = true }
        try decode(to: chunks.rows(chunk, of: reader.size.height).upperBound, isWanted)
        let rows = state.withLock { $0.keptRows.removeValue(forKey: chunk) }
        guard let rows else { preconditionFailure("band \(chunk) was already read") }
        for (index, address) in addresses.enumerated() {
            conversion.convert(rows[index], to: address, count: reader.size.width)
        }
        let needsRest = bands.withLock { bands in
            bands.doneCount += 1
            return bands.needsRest
        }
        if needsRest { try decode(to: reader.size.height, isWanted) }
    }

    /// Decodes a few rows, and keeps those of bands that may be read.
    private func decodeRows(_ state: inout State) throws(ZigguratError) {
        if let failure = state.failure { throw failure }
        let first = state.rowCount
        let count = min(RowChunk.height, reader.size.height - first)
        let batch = KeptRows(count, of: rowLength)
        do throws(ZigguratError) {
            try reader.read(batch.addresses[...])
        } catch {
            state.failure = error
            throw error
        }
        state.rowCount += count
        for row in first..<first + count { keep(batch[row - first], ofRow: row, &state) }
    }

    private func keep(_ pixels: UnsafeMutablePointer<UInt8>, ofRow row: Int, _ state: inout State) {
        let chunk = chunks.number(ofRow: row)
        guard !bands.withLock({ $0.isOmitted[chunk] }) else { return }
        let rows = chunks.rows(chunk, of: reader.size.height)
        let kept = state.keptRows[chunk] ?? KeptRows(rows.count, of: rowLength)
        state.keptRows[chunk] = kept
        kept[row - rows.lowerBound].update(from: pixels, count: rowLength)
    }

    private var rowLength: Int { reader.size.width * reader.bytesPerPixel }
}

/// Stored rows in memory.
private final class KeptRows {
    let addresses: [UnsafeMutablePointer<UInt8>]

    init(_ count: Int, of length: Int) {
        addresses = (0..<count).map { _ in .allocate(capacity: length) }
    }

    deinit {
        for row in addresses { row.deallocate() }
    }

    subscript(_ row: Int) -> UnsafeMutablePointer<UInt8> { addresses[row] }
}
