internal import CSystemLibraries
internal import ZigguratCore

/// Writes the chunks of a PNG file into a buffer of sufficient size.
struct PNGChunks {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
    }

    /// The free part of the buffer.
    var room: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory.dropFirst(count))
    }

    mutating func append(_ bytes: [UInt8]) {
        for byte in bytes {
            memory[count] = byte
            count += 1
        }
    }

    /// Appends four bytes, the most significant first: section 7.1.
    mutating func append(_ value: UInt32) {
        append(withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) })
    }

    /// Skips bytes that were written into ``room``.
    mutating func skip(_ length: Int) {
        count += length
    }

    /// Appends a chunk: length, type, data and the CRC of the last two; section 5.3.
    mutating func append(_ type: String, data: (inout PNGChunks) -> Void) {
        let start = count
        append(UInt32(0))
        append(Array(type.utf8))
        data(&self)
        let length = UInt32(count - start - 8)
        let checked = UnsafeRawBufferPointer(rebasing: memory[(start + 4)..<count])
        append(libdeflate_crc32(0, checked.baseAddress, checked.count))
        let end = count
        count = start
        append(length)
        count = end
    }
}
