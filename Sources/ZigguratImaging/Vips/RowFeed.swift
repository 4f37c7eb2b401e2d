internal import CVips
internal import Synchronization
internal import ZigguratCore
package import ZigguratSystem

/// A reader for libvips, and the number of rows read so far.
///
/// `@unchecked Sendable`: libvips requests rows on one thread at a time; the failure has a lock.
package final class RowFeed: @unchecked Sendable {
    private let reader: any RowReader
    private var nextRow = 0
    private let known = Mutex<ZigguratError?>(nil)

    init(_ reader: any RowReader) { self.reader = reader }

    /// The error of a row that could not be read; otherwise `nil`.
    package var failure: ZigguratError? { known.withLock { $0 } }

    /// Reads a row. Rows between the last read row and this row are skipped.
    func fill(_ row: UnsafeMutablePointer<UInt8>, y: Int) -> Bool {
        guard y >= nextRow, failure == nil else { return false }
        do throws(ZigguratError) {
            while nextRow <= y {
                try reader.read([row][...])
                nextRow += 1
            }
            return true
        } catch {
            known.withLock { $0 = error }
            if let cause = error.cause { zig_error_add(cause.description) }
            return false
        }
    }
}
