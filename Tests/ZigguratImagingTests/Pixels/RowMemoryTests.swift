import Testing

@testable import ZigguratImaging

/// If memory for rows is as large as a large page, it uses large pages.
@Suite struct RowMemoryTests {
    private static let page = 2 << 20

    /// A remainder that needs a large part of a large page is rounded up to a page.
    @Test(arguments: [
        (1, 1), (page - 1, page - 1), (page, page), (page + 1, page + 1),
        (page + page / 8, page + page / 8), (page + page / 8 + 1, 2 * page),
        (4 * page - 1, 4 * page), (4 * page, 4 * page),
    ])
    func `A large remainder is rounded up to a large page`(_ bytes: Int, _ used: Int) {
        #expect(RowMemory.rounded(bytes) == used)
    }

    @Test(arguments: [1, 100_000, page, 3 * page - 9])
    func `All bytes can be written, and large memory begins at a large page`(_ bytes: Int) throws {
        let memory = try RowMemory(byteCount: bytes)
        memory.start.initializeMemory(as: UInt8.self, repeating: 255, count: bytes)
        #expect(memory.start.load(fromByteOffset: bytes - 1, as: UInt8.self) == 255)
        let place = UInt(bitPattern: memory.start)
        if bytes >= Self.page { #expect(place.isMultiple(of: UInt(Self.page))) }
    }
}
