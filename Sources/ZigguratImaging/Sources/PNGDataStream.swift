internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratSystem

/// The pixel data of a PNG file: its IDAT chunks, joined, checked and decompressed.
///
/// Source: PNG specification, second edition, sections 5 and 10.
final class PNGDataStream {
    /// What the IHDR chunk says; 11.2.2.
    struct Header {
        let size: PixelSize
        let bitDepth: UInt8
        let colourType: UInt8
        let isInterlaced: Bool
    }

    let header: Header
    /// Whether single colours are declared transparent, by a tRNS chunk.
    let hasTransparentColours: Bool

    private let file: FileReader
    private let state: UnsafeMutablePointer<inflate_state>
    /// What is left of the data of the current chunk, and its checksum so far.
    private var chunkLeft: Int
    private var checksum: UInt32

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads up to the first pixel data.
    init(path: String) throws(ZigguratError) {
        file = try FileReader(path: path)
        guard try file.bytes(8) == Self.signature, let first = try Self.chunkStart(file),
            first.type == "IHDR",
            first.length == 13, let fields = try file.bytes(13), try file.skip(4)
        else { throw Self.failure(path, "its header is broken") }
        header = Header(
            size: PixelSize(width: fields[0..<4].bigEndian, height: fields[4..<8].bigEndian),
            bitDepth: fields[8], colourType: fields[9], isInterlaced: fields[12] != 0)
        var hasTransparentColours = false
        while true {
            guard let chunk = try Self.chunkStart(file) else {
                throw Self.truncation(path)
            }
            if chunk.type == "IDAT" {
                chunkLeft = chunk.length
                checksum = Self.checksumOfType
                break
            }
            if chunk.type == "tRNS" { hasTransparentColours = true }
            guard try file.skip(chunk.length + 4) else { throw Self.truncation(path) }
        }
        self.hasTransparentColours = hasTransparentColours
        state = .allocate(capacity: 1)
        isal_inflate_init(state)
        state.pointee.crc_flag = UInt32(ISAL_ZLIB)
    }

    deinit {
        state.deallocate()
    }

    /// Fills the buffer with decompressed bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ZigguratError) {
        state.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_out = UInt32(buffer.count)
        // What the decompressor keeps back comes out before it needs more to read.
        var isStarving = false
        while state.pointee.avail_out > 0 {
            if isStarving { try supply() }
            let room = state.pointee.avail_out
            try step()
            let isIdle = state.pointee.avail_out == room
            guard !isIdle || state.pointee.block_state != ISAL_BLOCK_FINISH else {
                throw Self.failure(file.path, "it has fewer rows than its header says")
            }
            isStarving = isIdle && state.pointee.avail_in == 0
        }
    }

    /// Reads to the end of the data, which brings their checksums to light: damage in the last rows
    /// is found here.
    func finish() throws(ZigguratError) {
        // Data behind the last row are nobody's.
        let surplus = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
        defer { surplus.deallocate() }
        while state.pointee.block_state != ISAL_BLOCK_FINISH {
            state.pointee.next_out = surplus.baseAddress?.assumingMemoryBound(to: UInt8.self)
            state.pointee.avail_out = UInt32(surplus.count)
            let waiting = state.pointee.avail_in
            try step()
            let isIdle =
                state.pointee.avail_out == surplus.count && state.pointee.avail_in == waiting
            if isIdle, state.pointee.block_state != ISAL_BLOCK_FINISH { try supply() }
        }
        while chunkLeft > 0 { _ = try nextPart() }
        try checkSum()
    }

    private func step() throws(ZigguratError) {
        guard isal_inflate(state) == ISAL_DECOMP_OK else {
            throw Self.failure(file.path, "its compressed data are damaged")
        }
    }

    /// Gives the decompressor the next piece of the chunk, or of the one after it.
    private func supply() throws(ZigguratError) {
        while chunkLeft == 0 {
            try checkSum()
            guard let chunk = try Self.chunkStart(file), chunk.type == "IDAT" else {
                throw Self.truncation(file.path)
            }
            chunkLeft = chunk.length
            checksum = Self.checksumOfType
        }
        let part = try nextPart()
        // The decompressor reads only, and is done with the bytes before the next ones are asked
        // for.
        state.pointee.next_in = UnsafeMutableRawPointer(mutating: part.baseAddress)?
            .assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_in = UInt32(part.count)
    }

    /// The next bytes of the current chunk, which has some.
    private func nextPart() throws(ZigguratError) -> UnsafeRawBufferPointer {
        let part = try file.next(atMost: chunkLeft)
        guard !part.isEmpty else { throw Self.truncation(file.path) }
        chunkLeft -= part.count
        checksum = libdeflate_crc32(checksum, part.baseAddress, part.count)
        return part
    }

    /// Compares the checksum of the chunk that is over with the one in the file.
    private func checkSum() throws(ZigguratError) {
        guard let stored = try file.bytes(4) else { throw Self.truncation(file.path) }
        guard stored.bigEndian == Int(checksum) else {
            throw Self.failure(file.path, "the checksum of its data is wrong")
        }
    }

    private static let checksumOfType = Array("IDAT".utf8).withUnsafeBytes {
        libdeflate_crc32(0, $0.baseAddress, $0.count)
    }

    private static func chunkStart(
        _ file: FileReader
    ) throws(ZigguratError) -> (length: Int, type: String)? {
        guard let bytes = try file.bytes(8) else { return nil }
        return (bytes[0..<4].bigEndian, String(decoding: bytes[4...], as: UTF8.self))
    }

    private static func failure(_ path: String, _ problem: String) -> ZigguratError {
        ZigguratError(.invalidSource, path, problem, remedy: "get a good copy of it")
    }

    private static func truncation(_ path: String) -> ZigguratError {
        ZigguratError(
            .truncatedSource, path, "the file ends early", remedy: "get a complete copy of it")
    }
}
