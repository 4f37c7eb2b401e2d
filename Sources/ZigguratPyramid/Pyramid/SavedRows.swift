internal import ZigguratCore
internal import ZigguratSystem

/// The row file during a build: reads the rows of the interrupted build and appends new rows.
struct SavedRows: Sendable {
    private let log: LevelRowLog
    /// The row file of the interrupted build; `nil` if none of its rows are used.
    private let earlier: RandomAccessFile?
    private let rowBytes: Int
    /// The rows of the level that a band writes; `nil` for all rows.
    private let band: Range<Int>?
    /// The number of bytes at the start of a row in memory that are not written.
    private let offset: Int

    /// - Parameter start: the start of a continued build; `nil` to begin at the top.
    init(
        _ file: LevelRowFile, rowBytes: Int, from start: BuildStart?
    ) throws(ZigguratError) {
        (self.rowBytes, band, offset) = (rowBytes, nil, 0)
        earlier = start == nil ? nil : try file.open()
        log = try file.log(keeping: start?.knownRows ?? 0, rowBytes: rowBytes)
    }

    /// Creates the row file of a band anew.
    ///
    /// - Parameters:
    ///   - band: the band of the image.
    ///   - memoryColumn: the first column of the level in memory.
    init(
        _ file: LevelRowFile, of band: PixelRegion, from memoryColumn: Int, bytesPerPixel: Int
    ) throws(ZigguratError) {
        let columns = LevelRowFile.columns(ofBand: band.columns)
        rowBytes = columns.count * bytesPerPixel
        (self.band, earlier) = (LevelRowFile.rows(ofBand: band.rows), nil)
        offset = (columns.lowerBound - memoryColumn) * bytesPerPixel
        log = try file.log(keeping: 0, rowBytes: rowBytes)
    }

    /// Appends a record.
    func append(
        _ rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        try log.append(rows, from: offset)
    }

    /// Whether a record of these rows belongs in the file. A band reads more rows than it writes.
    func takes(_ rows: Range<Int>) -> Bool { band?.contains(rows.lowerBound) ?? true }

    /// Reads a record of the interrupted build.
    package func read(
        _ rows: Range<Int>, into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        guard let earlier else { return }
        let bytes = try LevelRowFile.rows(rows, rowBytes, in: earlier)
        for (number, address) in addresses.enumerated() {
            bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                address.update(from: start + number * rowBytes, count: rowBytes)
            }
        }
    }
}
