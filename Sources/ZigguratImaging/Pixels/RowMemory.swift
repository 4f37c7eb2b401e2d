internal import Glibc
package import ZigguratSystem

/// One piece of memory for the rows of all levels, so that small rings share large pages.
///
/// `@unchecked Sendable`: the addresses never change. The schedule decides which thread uses which
/// bytes.
package final class RowMemory: @unchecked Sendable {
    /// The first byte. Large memory begins at the start of a large page.
    package let start: UnsafeMutableRawPointer
    private let mapping: UnsafeMutableRawPointer
    private let mappedBytes: Int

    private static let largePage = 2 << 20

    package init(byteCount: Int) throws(ZigguratError) {
        precondition(byteCount > 0)
        let usedBytes = Self.rounded(byteCount)
        let alignment = usedBytes < Self.largePage ? 1 : Self.largePage
        mappedBytes = usedBytes + alignment - 1
        guard
            let mapping = mmap(
                nil, mappedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            mapping != MAP_FAILED
        else {
            throw ZigguratError(
                EncodingFailure.rowMemory(byteCount: byteCount), cause: .lastSystemError)
        }
        self.mapping = mapping
        start = alignment == 1 ? mapping : mapping.alignedUp(toMultipleOf: alignment)
        // Large pages make access to wide rows faster. The call is a hint and may fail.
        madvise(start, usedBytes, MADV_HUGEPAGE)
        // All pages will be written, so one call is faster than a page fault for each page.
        madvise(start, usedBytes, MADV_POPULATE_WRITE)
    }

    /// Rounds a size up to large pages if mapping a large page is faster than mapping up to 80
    /// small pages.
    static func rounded(_ byteCount: Int) -> Int {
        let rest = byteCount % largePage
        return byteCount < largePage || rest <= largePage / 8
            ? byteCount : byteCount - rest + largePage
    }

    deinit { munmap(mapping, mappedBytes) }
}
