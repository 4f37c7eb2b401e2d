internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The composite of a Photoshop document. The file stores the planes one after the other.
final class PSDRaster: Raster {
    package let size: PixelSize
    package let pixels: StoredPixels
    private let header: PSDHeader
    private let file: SourceFile
    /// The offset of each packed row, plane by plane, and the offset of the end of the last row.
    private lazy var places = packedPlaces()

    init(_ header: PSDHeader, _ file: SourceFile) {
        self.header = header
        self.file = file
        size = header.size
        let colours: StoredPixels.Colours =
            switch header.mode {
            case .bitmap, .grey, .duotone: .grey
            case .indexed, .rgb: .rgb
            case .cmyk: .cmyk
            }
        pixels = StoredPixels(
            colours: colours, hasAlpha: header.hasTransparency && header.mode != .indexed,
            sampleBytes: header.depth == 16 ? 2 : 1)
    }

    var embedded: EmbeddedData { header.embedded }

    private var storedBytes: Int { (size.width * header.depth + 7) / 8 }

    /// The number of planes that are read.
    private var planes: Int { header.mode.channels + (pixels.hasAlpha ? 1 : 0) }

    package var end: Int? {
        header.isPacked
            ? places?[planes * size.height]
            : header.start + planes * size.height * storedBytes
    }

    func readRow(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        for plane in 0..<planes {
            place(try stored(plane, y), plane: plane, in: row)
        }
        if pixels.hasAlpha { removeWhite(from: row) }
    }

    /// Reads one row of one plane.
    private func stored(_ plane: Int, _ y: Int) throws(MissingRow) -> [UInt8] {
        let number = plane * size.height + y
        guard header.isPacked else {
            let bytes = file.bytes(storedBytes, at: header.start + number * storedBytes)
            guard bytes.count == storedBytes else { throw MissingRow() }
            return bytes
        }
        guard let places, places[number + 1] <= file.byteCount else { throw MissingRow() }
        let packed = file.bytes(places[number + 1] - places[number], at: places[number])
        let bytes = Self.unpacked(packed, count: storedBytes)
        guard bytes.count == storedBytes else { throw MissingRow(isDamaged: true) }
        return bytes
    }

    private func packedPlaces() -> [Int]? {
        let length = header.isLarge ? 4 : 2
        let count = planes * size.height
        let table = file.bytes(count * length, at: header.start)
        guard table.count == count * length else { return nil }
        var places = [header.start + header.channels * size.height * length]
        for number in 0..<count {
            let start = number * length
            places.append(places[number] + table[start..<start + length].bigEndian)
        }
        return places
    }

    /// Decodes PackBits data, which consists of runs of equal bytes and sequences of literal bytes.
    ///
    /// - Parameter count: the number of bytes in a row. The result of damaged data has another
    ///   number of bytes.
    private static func unpacked(_ packed: [UInt8], count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var place = 0
        while place < packed.count, result.count < count {
            let length = Int(Int8(bitPattern: packed[place]))
            place += 1
            if length >= 0 {
                result += packed[place..<min(place + length + 1, packed.count)]
                place += length + 1
            } else if length > -128, place < packed.count {
                result += repeatElement(packed[place], count: 1 - length)
                place += 1
            }
        }
        return result
    }

    /// Writes the samples of a plane to their places in the pixels.
    private func place(_ stored: [UInt8], plane: Int, in row: UnsafeMutablePointer<UInt8>) {
        let bands = pixels.bands
        // In CMYK documents, 0 is full ink.
        let mask: UInt8 = header.mode == .cmyk ? 255 : 0
        switch header.mode {
        case .bitmap:
            for x in 0..<size.width { row[x] = stored[x >> 3] >> (7 - x & 7) & 1 == 1 ? 0 : 255 }
        case .indexed:
            let count = header.palette.count / 3
            for x in 0..<size.width {
                let number = Int(stored[x])
                for band in 0..<3 {
                    row[3 * x + band] = number < count ? header.palette[band * count + number] : 0
                }
            }
        case _ where header.depth == 16:
            // The most significant byte comes first.
            for x in 0..<size.width {
                let target = row + 2 * (x * bands + plane)
                target[0] = stored[2 * x + 1] ^ mask
                target[1] = stored[2 * x] ^ mask
            }
        default:
            for x in 0..<size.width { row[x * bands + plane] = stored[x] ^ mask }
        }
    }

    /// Removes the white that Photoshop mixes with the colours of a transparent composite.
    private func removeWhite(from row: UnsafeMutablePointer<UInt8>) {
        let (bands, length) = (pixels.bands, pixels.sampleBytes)
        let most = length == 1 ? 255 : 65_535
        func sample(_ place: Int) -> Int {
            length == 1 ? Int(row[place]) : Int(row[2 * place]) | Int(row[2 * place + 1]) << 8
        }
        for x in 0..<size.width {
            let alpha = sample(x * bands + bands - 1)
            if alpha == most || alpha == 0 { continue }
            for place in x * bands..<x * bands + bands - 1 {
                let colour = (sample(place) - most + alpha) * most / alpha
                let result = UInt16(clamping: min(most, max(0, colour)))
                if length == 1 {
                    row[place] = UInt8(truncatingIfNeeded: result)
                } else {
                    row[2 * place] = UInt8(truncatingIfNeeded: result)
                    row[2 * place + 1] = UInt8(truncatingIfNeeded: result >> 8)
                }
            }
        }
    }
}
