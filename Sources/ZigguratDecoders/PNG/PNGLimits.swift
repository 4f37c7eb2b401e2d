internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Limits for the chunks that libpng reads before the pixels. libpng decompresses every text, so a
/// small file could keep it busy for minutes.
///
/// Source: PNG specification, third edition, 11.3.2.3 and 11.3.3.
enum PNGLimits {
    private static let mostChunks = 10_000
    /// The maximum number of bytes of all texts and of the colour profile, decompressed.
    private static let mostBytes = 1 << 25

    /// Checks the chunks before the pixels. Damaged chunks are not an error here.
    static func check(_ file: SourceFile) throws(ZigguratError) {
        var (place, left) = (PNGDataStream.signature.count, mostBytes)
        for _ in 0..<mostChunks {
            let head = file.bytes(8, at: place)
            let type = String(decoding: head.dropFirst(4), as: UTF8.self)
            guard head.count == 8, type != "IDAT" else { return }
            let length = head[..<4].bigEndian
            if ["tEXt", "zTXt", "iTXt", "iCCP"].contains(type) {
                let data = length > left ? [] : file.bytes(length, at: place + 8)
                left -= max(length, unpackedBytes(data, type, atMost: left))
                guard left >= 0 else {
                    throw failure(file, "more than \(mostBytes >> 20) MB of text")
                }
            }
            place += 12 + length
        }
        throw failure(file, "more than \(mostChunks) chunks before the pixels")
    }

    private static func failure(_ file: SourceFile, _ cause: String) -> ZigguratError {
        ZigguratError(SourceError.invalidHeader, file.path, cause: .library(cause))
    }

    /// Counts the bytes of a chunk's compressed data, decompressed; 0 if the data is not
    /// compressed. The count can exceed the limit by the size of a buffer.
    private static func unpackedBytes(_ data: [UInt8], _ type: String, atMost limit: Int) -> Int {
        // The keyword ends with a zero byte. In zTXt and iCCP chunks, a method byte follows. In iTXt
        // chunks, a compression flag, a method byte, and two texts that end with zero bytes follow.
        let parts = data.split(
            separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard type != "tEXt", parts.count == 2 else { return 0 }
        var packed = parts[1].dropFirst()
        if type == "iTXt" {
            let texts = packed.dropFirst().split(
                separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            guard parts[1].first == 1, texts.count == 3 else { return 0 }
            packed = texts[2]
        }
        return inflatedBytes(Array(packed), atMost: limit)
    }

    private static func inflatedBytes(_ packed: [UInt8], atMost limit: Int) -> Int {
        let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
        defer {
            state.deallocate()
            buffer.deallocate()
        }
        isal_inflate_init(state)
        state.pointee.crc_flag = UInt32(ISAL_ZLIB)
        return packed.withUnsafeBufferPointer { packed in
            // The decompressor does not change the bytes.
            state.pointee.next_in = UnsafeMutablePointer(mutating: packed.baseAddress)
            state.pointee.avail_in = UInt32(packed.count)
            var count = 0
            while count <= limit {
                state.pointee.next_out = buffer.baseAddress
                state.pointee.avail_out = UInt32(buffer.count)
                let status = isal_inflate(state)
                let made = buffer.count - Int(state.pointee.avail_out)
                count += made
                guard status == ISAL_DECOMP_OK, made > 0 else { break }
            }
            return count
        }
    }
}
