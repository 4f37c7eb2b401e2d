internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decompressed pixel data of a PNG file: the IDAT chunks, joined and verified.
///
/// Source: PNG specification, second edition, sections 5 and 10.
final class PNGDataStream {
    /// The IHDR chunk. Source: section 11.2.2.
    struct Header {
        package let size: PixelSize
        let bitDepth: UInt8
        let colourType: UInt8
        let isInterlaced: Bool
    }

    package let header: Header
    /// The content of the PLTE chunk, which precedes the pixel data.
    private(set) var palette: [UInt8] = []
    /// The content of the tRNS chunk: alpha of the first colours of the palette, or one transparent
    /// colour.
    private(set) var transparency: [UInt8]?

    package let file: FileReader
    let state: UnsafeMutablePointer<inflate_state>
    /// The number of unread bytes of the current chunk; `checksum` covers the bytes read so far.
    var chunkLeft: Int
    var checksum: UInt32
    /// The last bytes that the decompressor received, and the checksum of the chunk before these
    /// bytes.
    package var part: (bytes: UnsafeRawBufferPointer, checksum: UInt32)

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads the file up to the first pixel data.
    init(_ source: SourceFile) throws(ZigguratError) {
        let path = source.path
        file = FileReader(source)
        guard try file.bytes(8) == Self.signature else {
            throw Self.headerFailure(path, "the PNG signature is wrong")
        }
        guard let first = try Self.chunkStart(file), first.type == "IHDR", first.length == 13 else {
            throw Self.headerFailure(path, "the first PNG chunk is wrong")
        }
        guard let fields = try file.bytes(13), let header = Header(fields), try file.skip(4) else {
            throw Self.headerFailure(path, "the PNG header is invalid")
        }
        self.header = header
        while true {
            guard let chunk = try Self.chunkStart(file) else {
                throw Self.truncation(path)
            }
            if chunk.type == "IDAT" {
                chunkLeft = chunk.length
                checksum = Self.checksumOfType
                part = (UnsafeRawBufferPointer(start: nil, count: 0), checksum)
                break
            }
            let isKept = ["PLTE", "tRNS"].contains(chunk.type)
            let bytes = isKept ? try file.bytes(chunk.length) : nil
            guard try file.skip(isKept ? 4 : chunk.length + 4), !isKept || bytes != nil else {
                throw Self.truncation(path)
            }
            switch chunk.type {
            case "PLTE": palette = bytes ?? []
            case "tRNS": transparency = bytes
            default: break
            }
        }
        state = .allocate(capacity: 1)
        isal_inflate_init(state)
        state.pointee.crc_flag = UInt32(ISAL_ZLIB)
    }

    deinit {
        state.deallocate()
    }

    private static func headerFailure(_ path: String, _ cause: String) -> ZigguratError {
        ZigguratError(SourceError.invalidHeader, path, cause: .library(cause))
    }

    /// The length of the buffer of the last call of ``read(into:)``.
    private var wantedBytes = 0
    /// The number of bytes that the last call of ``read(into:)`` has stored.
    var filledBytes: Int { wantedBytes - Int(state.pointee.avail_out) }

    /// Fills the buffer with decompressed bytes.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ZigguratError) {
        wantedBytes = buffer.count
        state.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_out = UInt32(buffer.count)
        // The decompressor returns its buffered output before it reads more input.
        var needsInput = false
        while state.pointee.avail_out > 0 {
            if needsInput { try supply() }
            let room = state.pointee.avail_out
            try step()
            let isIdle = state.pointee.avail_out == room
            guard !isIdle || state.pointee.block_state != ISAL_BLOCK_FINISH else {
                throw failure
            }
            needsInput = isIdle && state.pointee.avail_in == 0
        }
    }

    /// Reads to the end of the data and compares the checksums, to find damage in the last rows.
    func finish() throws(ZigguratError) {
        // Data after the last row are ignored.
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
            throw failure
        }
    }

    /// Gives the decompressor the next bytes of the current chunk, or of the next chunk.
    private func supply() throws(ZigguratError) {
        while chunkLeft == 0 {
            try checkSum()
            guard let chunk = try Self.chunkStart(file) else { throw Self.truncation(file.path) }
            guard chunk.type == "IDAT" else {
                // The data ends before the file does, so the file is damaged rather than truncated.
                throw ZigguratError(
                    SourceError.invalidData(row: nil), file.path,
                    cause: .library("Not enough data"))
            }
            chunkLeft = chunk.length
            checksum = Self.checksumOfType
        }
        let part = try nextPart()
        // The decompressor does not change the bytes, and consumes them before the next bytes are
        // read.
        state.pointee.next_in = UnsafeMutableRawPointer(mutating: part.baseAddress)?
            .assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_in = UInt32(part.count)
    }

    /// Reads the next bytes of the current chunk, which must have unread bytes.
    private func nextPart() throws(ZigguratError) -> UnsafeRawBufferPointer {
        let part = try file.next(atMost: chunkLeft)
        guard !part.isEmpty else { throw Self.truncation(file.path) }
        chunkLeft -= part.count
        self.part = (part, checksum)
        checksum = libdeflate_crc32(checksum, part.baseAddress, part.count)
        return part
    }

    /// Compares the checksum of the finished chunk with the checksum in the file.
    private func checkSum() throws(ZigguratError) {
        guard let stored = try file.bytes(4) else { throw Self.truncation(file.path) }
        guard stored.bigEndian == Int(checksum) else {
            throw failure
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

    private var failure: ZigguratError {
        ZigguratError(SourceError.invalidData(row: nil), file.path)
    }

    private static func truncation(_ path: String) -> ZigguratError {
        ZigguratError(SourceError.truncated(row: nil, of: nil), path)
    }
}

/// The saved state of a stream: three fields and the state of ISA-L. The fields are the offset of
/// the next byte in the file, and the number of unread bytes and the checksum of the chunk. Each
/// field has 64 bits, lowest byte first.
extension PNGDataStream {
    private static let fieldBytes = 24
    /// The length of a saved state.
    static let checkpointBytes = fieldBytes + MemoryLayout<inflate_state>.size

    func checkpoint() -> [UInt8] {
        let unused = Int(state.pointee.avail_in)
        let used = part.bytes.dropLast(unused)
        let checksum = libdeflate_crc32(
            part.checksum, UnsafeRawBufferPointer(rebasing: used).baseAddress, used.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.checkpointBytes)
        bytes.append(little: UInt64(file.offset - unused))
        bytes.append(little: UInt64(chunkLeft + unused))
        bytes.append(little: UInt64(checksum))
        bytes += UnsafeRawBufferPointer(start: state, count: MemoryLayout<inflate_state>.size)
        return bytes
    }

    /// Continues decoding at a checkpoint.
    ///
    /// The state of ISA-L is not verified, so the bytes must come from this program.
    ///
    /// - Returns: `false` if the number of bytes is wrong.
    func resume(_ checkpoint: [UInt8]) throws(ZigguratError) -> Bool {
        guard checkpoint.count == Self.checkpointBytes else { return false }
        try file.seek(to: checkpoint.little(8, at: 0))
        chunkLeft = checkpoint.little(8, at: 8)
        checksum = UInt32(truncatingIfNeeded: checkpoint.littleBits(8, at: 16))
        UnsafeMutableRawBufferPointer(start: state, count: MemoryLayout<inflate_state>.size)
            .copyBytes(from: checkpoint[Self.fieldBytes...])
        // The saved addresses belong to the previous process.
        (state.pointee.next_in, state.pointee.avail_in) = (nil, 0)
        (state.pointee.next_out, state.pointee.avail_out) = (nil, 0)
        part = (UnsafeRawBufferPointer(start: nil, count: 0), checksum)
        return true
    }
}
