internal import ZigguratCore
internal import ZigguratSystem

/// The row file during a build: reads the rows of the interrupted build and appends new rows.
struct SavedRows: Sendable {
    let log: LevelRowLog
    /// The rows of the interrupted build; `nil` if none are used.
    private let earlier: RandomAccessFile?
    private let rowBytes: Int

    /// - Parameter start: the start of a continued build; `nil` to begin at the top.
    init(
        _ file: LevelRowFile, rowBytes: Int, from start: BuildStart?
    ) throws(ZigguratError) {
        self.rowBytes = rowBytes
        earlier = start == nil ? nil : try file.open()
        log = try file.log(keeping: start?.knownRows ?? 0, rowBytes: rowBytes)
    }

    /// Reads a record of an interrupted build.
    func read(
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
