internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Reads the sizes and the pixel formats of the tiles of a PMTiles archive from their headers.
struct PMTilesMeasure {
    private let archive: PMTilesArchive
    private let path: String

    /// The number of bytes to read from the start of a tile for its header.
    private static let headLength = 1 << 16

    init(_ archive: PMTilesArchive, _ path: String) {
        (self.archive, self.path) = (archive, path)
    }

    /// Returns the size of a tile in pixels.
    ///
    /// - Throws: ``SourceError/archive(_:)`` if the tile is missing or its compression is
    ///   damaged; ``SourceError/invalidData(row:)`` if its header is invalid.
    package func size(ofTileAt address: Tile.Address?) throws(ZigguratError) -> PixelSize {
        guard let address else { throw ZigguratError(SourceError.archive(.noTiles), path) }
        let bytes: [UInt8]?
        do throws(ZigguratError) {
            bytes = try archive.bytes(of: address)
        } catch {
            throw error.ofSource
        }
        guard let size = EncodedTileHeader(bytes ?? []).size, size.isValid else {
            throw ZigguratError(SourceError.invalidData(row: nil), address.place(in: path))
        }
        return size
    }

    /// Returns a pixel format that can hold the pixels of all tiles of a level.
    ///
    /// - Throws: ``SourceError/unreadable`` if a tile cannot be read.
    func pixels(of cells: PMTilesCells) throws(ZigguratError) -> StoredPixels {
        let isOpaque = archive.header.tileFormat?.keepsAlpha == false
        let isPacked = archive.header.tileCompression == .gzip
        var (isGrey, hasAlpha) = (!isPacked, cells.hasGaps || isPacked && !isOpaque)
        for entry in cells.contents(of: archive) {
            guard isGrey || !(hasAlpha || isOpaque) else { break }
            let head: [UInt8]
            do throws(ZigguratError) {
                head = try archive.file.bytes(
                    min(entry.byteCount, Self.headLength),
                    at: archive.header.tiles.lowerBound + entry.offset)
            } catch {
                throw ZigguratError(SourceError.unreadable, path, cause: error.cause)
            }
            let tile = EncodedTileHeader(head)
            isGrey = isGrey && tile.isGrey
            hasAlpha = hasAlpha || tile.hasAlpha
        }
        return StoredPixels(colours: isGrey ? .grey : .rgb, hasAlpha: hasAlpha)
    }
}

/// The size, the colours and the alpha of an encoded tile, from its first bytes.
struct EncodedTileHeader {
    /// The size in pixels; `nil` if the tile is not a JPEG, PNG or WebP file or has an invalid
    /// header.
    package private(set) var size: PixelSize?
    private(set) var isGrey = false
    private(set) var hasAlpha = false

    /// - Parameter head: the beginning of a JPEG, PNG or WebP file.
    init(_ head: [UInt8]) {
        switch TileFormat(of: head) {
        case .png?: readPNG(head)
        case .jpeg?: readJPEG(head)
        case .webp?: readWebP(head)
        default: break
        }
    }

    /// Reads a PNG header. Colour types 0 and 4 are grey, and types 4 and 6 have alpha. The chunk
    /// `tRNS` adds alpha to the other types. Source: W3C's PNG specification, 11.2.2 and 11.3.1.
    private mutating func readPNG(_ head: [UInt8]) {
        guard head.count > 25 else { return }
        size = PixelSize(width: head[16..<20].bigEndian, height: head[20..<24].bigEndian)
        isGrey = [0, 4].contains(head[25])
        hasAlpha = [4, 6].contains(head[25])
        var place = 8
        while !hasAlpha, place + 8 <= head.count {
            let name = head[place + 4..<place + 8]
            guard !name.elementsEqual("IDAT".utf8) else { return }
            hasAlpha = name.elementsEqual("tRNS".utf8)
            place += 12 + head[place..<place + 4].bigEndian
        }
    }

    /// Reads the frame header of a JPEG. Source: ITU-T T.81, B.2.2.
    private mutating func readJPEG(_ head: [UInt8]) {
        var place = 2
        while place + 9 < head.count, head[place] == 0xFF {
            let marker = head[place + 1]
            if marker == 0xFF {
                place += 1
            } else if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                size = PixelSize(
                    width: head[place + 7..<place + 9].bigEndian,
                    height: head[place + 5..<place + 7].bigEndian)
                isGrey = head[place + 9] == 1
                return
            } else {
                place += 2 + head[place + 2..<place + 4].bigEndian
            }
        }
    }

    /// Reads the first chunk of a WebP file, in the extended, lossless or lossy format. Source: RFC
    /// 9649, 2.7 and 3.4; RFC 6386, 9.1.
    private mutating func readWebP(_ head: [UInt8]) {
        guard head.count > 29 else { return }
        switch String(decoding: head[12..<16], as: UTF8.self) {
        case "VP8X":
            size = PixelSize(
                width: head[24..<27].littleEndian + 1, height: head[27..<30].littleEndian + 1)
            hasAlpha = head[20] & 0x10 != 0
        case "VP8L":
            let bits = head[21..<25].littleEndian
            size = PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
            hasAlpha = bits >> 28 & 1 == 1
        case "VP8 ":
            size = PixelSize(
                width: head[26..<28].littleEndian & 0x3FFF,
                height: head[28..<30].littleEndian & 0x3FFF)
        default: break
        }
    }
}
