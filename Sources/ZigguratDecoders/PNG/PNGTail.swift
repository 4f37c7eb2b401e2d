internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The chunks of a PNG file behind its pixel data.
///
/// Source: PNG specification, third edition, sections 5.3 and 11.3.4.5.
enum PNGTail {
    /// The number of bytes at the end of the file in which Exif is searched.
    private static let length = 1 << 17
    /// The maximum number of chunks that are read. A damaged file may have any number of chunks.
    private static let mostChunks = 1 << 20
    private static let name = Array("eXIf".utf8)

    /// Finds the data of an eXIf chunk near the end of the file.
    ///
    /// The chunks of the pixels are visited only if the end of the file contains the name and an
    /// intact chunk of this name.
    ///
    /// - Parameter first: the offset of the first IDAT chunk.
    /// - Returns: `nil` without such a chunk, or if the chunk is damaged.
    static func exif(_ file: SourceFile, behind first: Int) -> [UInt8]? {
        let start = max(first, file.byteCount - length)
        let tail = file.bytes(length, at: start)
        // A chunk has four bytes for its length, a name, data and a checksum of four bytes.
        guard tail.count >= 12 else { return nil }
        for index in 4...(tail.count - 8) where tail[index] == name[0] {
            guard tail[index..<index + 4].elementsEqual(name) else { continue }
            let end = index + 4 + tail[index - 4..<index].bigEndian
            guard end + 4 <= tail.count else { continue }
            let checksum = libdeflate_crc32(0, Array(tail[index..<end]), end - index)
            guard tail[end..<end + 4].bigEndian == Int(checksum),
                isChunk(file, at: start + index - 4, from: first)
            else { continue }
            return Array(tail[index + 4..<end])
        }
        return nil
    }

    /// Whether a chunk begins at an offset.
    private static func isChunk(_ file: SourceFile, at offset: Int, from first: Int) -> Bool {
        var place = first
        for _ in 0..<mostChunks where place < offset {
            let length = file.bytes(4, at: place)
            guard length.count == 4 else { return false }
            place += 12 + length[...].bigEndian
        }
        return place == offset
    }
}
