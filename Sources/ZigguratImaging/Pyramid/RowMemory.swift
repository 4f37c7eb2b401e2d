internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// Memory for rows, in one piece: the rings of small levels lie in large pages together, and one
/// fault brings each page in.
///
/// It is memory and nothing else, which makes `@unchecked Sendable` sound: who may touch which bytes
/// when is for those to say who share it.
final class RowMemory: @unchecked Sendable {
    /// The first byte; in memory of that size it begins a large page.
    let start: UnsafeMutableRawPointer
    private let mapping: UnsafeMutableRawPointer
    private let mappedBytes: Int

    private static let largePage = 2 << 20

    init(byteCount: Int) throws(ZigguratError) {
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
                .invalidSource, "",
                "\(byteCount / 1_000_000) MB of memory for its rows cannot be had",
                remedy: "make room, or export with smaller tiles")
        }
        self.mapping = mapping
        start = alignment == 1 ? mapping : mapping.alignedUp(toMultipleOf: alignment)
        // Large pages make the walk over wide rows cheaper; where there are none nothing is lost.
        madvise(start, usedBytes, MADV_HUGEPAGE)
        // All of it will be written: one call is cheaper than a fault for each page.
        madvise(start, usedBytes, MADV_POPULATE_WRITE)
    }

    /// So many bytes, or the next whole large page: that comes in as fast as some eighty small ones.
    static func rounded(_ byteCount: Int) -> Int {
        let rest = byteCount % largePage
        return byteCount < largePage || rest <= largePage / 8
            ? byteCount : byteCount - rest + largePage
    }

    deinit { munmap(mapping, mappedBytes) }
}
