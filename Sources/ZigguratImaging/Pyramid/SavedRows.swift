internal import ZigguratCore
internal import ZigguratSystem

/// The row file during a build: reads the rows of the interrupted build and appends new rows.
struct SavedRows: Sendable {
    let log: LevelRowLog
    private let file: LevelRowFile
    private let rowBytes: Int

    /// - Parameter start: the start of a continued build; `nil` to begin at the top.
    init(
        _ file: LevelRowFile, rowBytes: Int, from start: BuildStart?
    ) throws(ZigguratError) {
        (self.file, self.rowBytes) = (file, rowBytes)
        log = try file.log(keeping: start?.knownRows ?? 0, rowBytes: rowBytes)
    }

    /// Reads a record of an interrupted build.
    func read(
        _ rows: Range<Int>, into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let bytes = try file.rows(rows, rowBytes: rowBytes)
        for (number, address) in addresses.enumerated() {
            bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                address.update(from: start + number * rowBytes, count: rowBytes)
            }
        }
    }
}
