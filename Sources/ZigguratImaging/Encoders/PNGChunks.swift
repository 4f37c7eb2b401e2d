internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratSystem

/// Writes the chunks of a PNG file into memory that the caller has measured.
struct PNGChunks {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
    }

    /// What is free.
    var room: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory.dropFirst(count))
    }

    mutating func append(_ bytes: [UInt8]) {
        for byte in bytes {
            memory[count] = byte
            count += 1
        }
    }

    /// Four bytes, the highest first: 7.1.
    mutating func append(_ value: UInt32) {
        append(withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) })
    }

    /// Bytes that were written into ``room``.
    mutating func skip(_ length: Int) {
        count += length
    }

    /// A chunk: length, type, data and a checksum of the last two; 5.3.
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
