internal import CPixels
internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Encodes PNG tiles of 8 or 16 bits per sample with the Paeth filter on every row.
///
/// Source: PNG specification, second edition: sections 5 (chunks), 7.1 (16-bit samples), 9
/// (filters), 10 (compression), 11.3.3.3 (profile).
final class PNGTileEncoder: TileEncoder {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let paethFilter: UInt8 = 4

    private let deflater: ZlibDeflater
    private let bands: Int
    private let bits: Int
    /// The compressed ICC profile; empty for sRGB.
    private let profile: [UInt8]
    /// Holds 16-bit samples with the most significant byte first.
    private let swapped = TileScratch()
    private var filtered: [UInt8] = []
    private var blackRow: [UInt8] = []
    /// The encoded file.
    private var result: UnsafeMutableRawBufferPointer = .allocate(byteCount: 0, alignment: 1)

    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        deflater = try ZlibDeflater(level: encoding.compression, of: .png)
        self.bands = bands
        bits = encoding.bits
        self.profile = profile.isEmpty ? [] : try Self.compressed(profile)
    }

    deinit {
        result.deallocate()
    }

    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        filter(bits == 16 ? swapped.swapped(pixels) : pixels)
        let headerLength = Self.signature.count + 25
        let profileLength = profile.isEmpty ? 0 : 12 + Self.profileName.count + profile.count
        let capacity = headerLength + profileLength + 12 + deflater.bound(filtered.count) + 12
        if result.count < capacity {
            result.deallocate()
            result = .allocate(byteCount: capacity, alignment: 16)
        }
        var chunks = PNGChunks(result)
        chunks.append(Self.signature)
        chunks.append("IHDR") { header in
            header.append(UInt32(pixels.width))
            header.append(UInt32(pixels.height))
            // Depth, colour type, compression, filter method, interlace: section 11.2.2.
            header.append([UInt8(bits), Self.colourTypes[bands - 1], 0, 0, 0])
        }
        if !profile.isEmpty {
            chunks.append("iCCP") { data in
                data.append(Self.profileName)
                data.append(profile)
            }
        }
        var length: Int?
        chunks.append("IDAT") { data in
            length = filtered.withUnsafeBufferPointer {
                deflater.compress($0, into: data.room)
            }
            data.skip(length ?? 0)
        }
        guard length != nil else {
            throw ZigguratError(EncoderError.failed(.png))
        }
        chunks.append("IEND") { _ in }
        return UnsafeRawBufferPointer(rebasing: result.prefix(chunks.count))
    }

    /// Grey, grey with alpha, RGB, RGB with alpha.
    private static let colourTypes: [UInt8] = [0, 4, 2, 6]

    /// The profile name, a zero byte and the compression method.
    private static let profileName = Array("ICC profile\0\0".utf8)

    private static func compressed(_ profile: [UInt8]) throws(ZigguratError) -> [UInt8] {
        let deflater = try ZlibDeflater(level: 9, of: .png)
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: deflater.bound(profile.count), alignment: 16)
        defer { room.deallocate() }
        let length = profile.withUnsafeBufferPointer { deflater.compress($0, into: room) }
        guard let length else {
            throw ZigguratError(EncoderError.profile(.png))
        }
        return Array(room.prefix(length))
    }

    private func filter(_ pixels: TilePixels) {
        let bytesPerPixel = bands * bits / 8
        let rowLength = pixels.width * bytesPerPixel
        let stride = rowLength + 1
        if filtered.count != stride * pixels.height {
            filtered = [UInt8](repeating: 0, count: stride * pixels.height)
        }
        if blackRow.count < rowLength { blackRow = [UInt8](repeating: 0, count: rowLength) }
        filtered.withUnsafeMutableBufferPointer { output in
            blackRow.withUnsafeBufferPointer { black in
                // A tile has at least one pixel, so the buffers have addresses.
                let start = output.baseAddress.unsafelyUnwrapped
                var above = black.baseAddress.unsafelyUnwrapped
                for y in 0..<pixels.height {
                    let target = start + y * stride
                    target[0] = Self.paethFilter
                    zig_png_paeth(
                        pixels.rows[y], above, target + 1, Int32(rowLength), Int32(bytesPerPixel))
                    above = pixels.rows[y]
                }
            }
        }
    }
}

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

    /// Appends a chunk: length, type, data, and the CRC of type and data; section 5.3.
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
