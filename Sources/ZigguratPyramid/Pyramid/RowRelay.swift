internal import CVips
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A bounded queue of rows from the thread that reads an image to another thread.
final class RowRelay: Sendable {
    private struct State {
        var given = 0
        var taken = 0
        var isEnough = false
        var failure: ZigguratError?
    }

    /// The number of rows in the queue: large enough that context switches are rare.
    private static let capacity = 64
    /// The number of rows, or of free rows, at which the other thread is woken.
    private static let wakingCount = capacity / 2

    private let ring: RowRing
    private let rowCount: Int
    private let state = ConditionLocked(State())

    /// Returns the size of a relay in memory, in bytes.
    static func byteCount(rowLength: Int) -> Int {
        RowRing.Shape(rowLength: rowLength, capacity: capacity).byteCount
    }

    /// - Parameters:
    ///   - rowLength: the bytes of a row.
    ///   - rowCount: the number of rows.
    init(rowLength: Int, rowCount: Int) throws(ZigguratError) {
        self.rowCount = rowCount
        ring = try RowRing(RowRing.Shape(rowLength: rowLength, capacity: Self.capacity))
    }

    /// Appends the next row.
    ///
    /// - Throws: the error that stopped the consumer.
    func give(_ row: UnsafePointer<UInt8>) throws(ZigguratError) {
        let place: Result<Int?, ZigguratError> = state.wait { state in
            if let failure = state.failure { return .failure(failure) }
            if state.isEnough { return .success(nil) }
            return state.given - state.taken < Self.capacity ? .success(state.given) : nil
        }
        guard let y = try place.get() else { return }
        ring.row(y).update(from: row, count: ring.rowLength)
        state.changeAndWake { state in
            state.given = y + 1
            return state.given - state.taken >= Self.wakingCount || state.given == rowCount
        }
    }

    /// Copies a row out of the queue. Rows must be taken in order.
    ///
    /// - Returns: `false` if the producer stopped.
    func take(_ y: Int, into row: UnsafeMutablePointer<UInt8>) -> Bool {
        let isThere: Bool = state.wait { state in
            if state.failure != nil || y < state.taken { return false }
            return state.given > y ? true : nil
        }
        guard isThere else { return false }
        row.update(from: ring.row(y), count: ring.rowLength)
        state.changeAndWake { state in
            state.taken = y + 1
            return Self.capacity - (state.given - state.taken) >= Self.wakingCount
        }
        return true
    }

    /// Drops all further rows.
    func finish() {
        state.change { $0.isEnough = true }
    }

    /// Stops the producer and the consumer. Only the first reason is kept.
    func stop(_ reason: ZigguratError) {
        state.change { $0.failure = $0.failure ?? reason }
    }

    var isStopped: Bool { state.withLock { $0.failure != nil } }
}

/// Reads rows and also appends each row to relays.
final class RelayingRowReader: RowReader {
    private let reader: any RowReader
    private let relays: [RowRelay]

    init(_ reader: any RowReader, to relays: [RowRelay]) {
        self.reader = reader
        self.relays = relays
    }

    var size: PixelSize { reader.size }
    var bands: Int { reader.bands }
    var sampleBytes: Int { reader.sampleBytes }

    func waitForRows(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        try reader.waitForRows(count, isWanted: isWanted)
    }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        try reader.read(into: rows)
        for relay in relays {
            for row in rows { try relay.give(row) }
        }
    }
}

extension VipsImage {
    /// Returns an image whose rows come from a relay. Reading a row waits until it is available.
    ///
    /// The caller must keep the relay while the image is read.
    static func rows(
        of relay: RowRelay, size: PixelSize, bands: Int
    ) throws(ZigguratError) -> VipsImage {
        try size.checkReadable()
        try VipsRuntime.start()
        let context = Unmanaged.passUnretained(relay).toOpaque()
        let fill: ZigFillRow = { context, _, y, _, row in
            guard let context, let row else { return -1 }
            let relay = Unmanaged<RowRelay>.fromOpaque(context).takeUnretainedValue()
            return relay.take(Int(y), into: row) ? 0 : -1
        }
        do throws(DecoderMessages) {
            return VipsImage(
                owning: try VipsCall.run {
                    zig_image_from_rows(
                        Int32(size.width), Int32(size.height), Int32(bands), VIPS_FORMAT_UCHAR,
                        bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, fill,
                        context, nil)
                })
        } catch {
            throw ZigguratError(
                SourceError.conversionFailed(operation: "sequential"), cause: error.cause)
        }
    }
}
