internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A directory of a TIFF file: the number of its entries, the entries, and the offset of the next
/// directory. BigTIFF uses 64-bit numbers in most places where TIFF uses 16 or 32 bits.
///
/// Source: TIFF 6.0, 2; BigTIFF file format proposal.
struct TIFFDirectory {
    private let file: SourceFile
    private let isLittle: Bool
    /// The bytes of a file offset: 4, or 8 in a BigTIFF.
    private let placeBytes: Int
    /// The offset of the directory in the file.
    package let offset: Int
    /// The offset of the next directory; 0 if this is the last directory.
    package let next: Int
    private let entries: [UInt8]

    /// The maximum number of values that are read. A damaged file may state any count.
    private static let maximumCount = 1 << 22
    /// The bytes that are read first. Most directories are shorter.
    private static let usualBytes = 1024

    /// Reads the first directory of a file.
    ///
    /// - Returns: `nil` if the directory is missing or extends past the end of the file.
    init?(_ file: SourceFile) {
        let head = file.bytes(16, at: 0)
        guard head.count >= 8 else { return nil }
        let isLittle = head[0] == 0x49
        let isBig = head[2] == 43 || head[3] == 43
        let place = isBig ? head[8...] : head[4..<8]
        self.init(
            file, isLittle: isLittle, placeBytes: isBig ? 8 : 4,
            at: isLittle ? place.littleEndian : place.bigEndian)
    }

    /// Reads the directory at an offset in a file, or the first directory if the offset is `nil`.
    init?(_ file: SourceFile, at offset: Int?) {
        guard let first = TIFFDirectory(file) else { return nil }
        guard let offset else {
            self = first
            return
        }
        self.init(file, isLittle: first.isLittle, placeBytes: first.placeBytes, at: offset)
    }

    private init?(_ file: SourceFile, isLittle: Bool, placeBytes: Int, at offset: Int) {
        (self.file, self.isLittle, self.placeBytes) = (file, isLittle, placeBytes)
        self.offset = offset
        func number(_ bytes: ArraySlice<UInt8>) -> Int {
            isLittle ? bytes.littleEndian : bytes.bigEndian
        }
        guard offset > 0 else { return nil }
        var bytes = file.bytes(Self.usualBytes, at: offset)
        let countBytes = placeBytes == 8 ? 8 : 2
        guard bytes.count >= countBytes else { return nil }
        let count = number(bytes.prefix(countBytes))
        guard count >= 0 else { return nil }
        let end = countBytes + (4 + 2 * placeBytes) * min(count, Self.maximumCount)
        if end + placeBytes > bytes.count, bytes.count == Self.usualBytes {
            bytes = file.bytes(end + placeBytes, at: offset)
        }
        guard bytes.count >= end else { return nil }
        entries = Array(bytes[countBytes..<end])
        // At the end of the file, the offset of the next directory may be missing.
        next = bytes.count < end + placeBytes ? 0 : number(bytes[end..<end + placeBytes])
    }

    /// The next directory; `nil` if it is missing or extends past the end of the file.
    var following: TIFFDirectory? { directory(at: next) }

    /// Reads another directory of the file.
    func directory(at offset: Int) -> TIFFDirectory? {
        TIFFDirectory(file, isLittle: isLittle, placeBytes: placeBytes, at: offset)
    }

    /// Reads the frame header of a JPEG in the file.
    func frame(at start: Int) -> JPEGFrame? { JPEGFrame(file, at: start) }

    private var entryBytes: Int { 4 + 2 * placeBytes }

    var entryCount: Int { entries.count / entryBytes }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int {
        isLittle ? bytes.littleEndian : bytes.bigEndian
    }

    /// Returns the values of an entry with integers; empty without the entry.
    func numbers(_ tag: Int, atMost limit: Int = Self.maximumCount) -> [Int] {
        values(tag, atMost: limit).map(number)
    }

    /// Returns the first value of an entry with integers; `nil` without the entry.
    package func number(_ tag: Int) -> Int? { numbers(tag, atMost: 1).first }

    /// Returns the values of an entry with 64-bit floating-point numbers; empty if the entry has
    /// another type.
    func reals(_ tag: Int) -> [Double] {
        let values = values(tag, atMost: Self.maximumCount)
        guard values.first?.count == 8 else { return [] }
        return values.map { bytes in
            let ordered = isLittle ? bytes.reversed() : Array(bytes)
            return Double(bitPattern: ordered.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
    }

    /// Returns the values of an entry with fractions; empty if the number of values is not `count`.
    func fractions(_ tag: Int, count: Int) -> [Double] {
        let values = values(tag, atMost: count)
        guard values.count == count, values.allSatisfy({ $0.count == 8 }) else { return [] }
        return values.map { bytes in
            let (upper, lower) = (number(bytes.prefix(4)), number(bytes.suffix(4)))
            return lower == 0 ? 0 : Double(upper) / Double(lower)
        }
    }

    /// The place of the values of an entry.
    struct Place {
        /// The offset in the file; `nil` if the values are in the entry.
        package let offset: Int?
        /// The bytes of a value: one, two, four or eight.
        let valueBytes: Int
        package let count: Int
        fileprivate let inner: ArraySlice<UInt8>
    }

    /// Finds the values of an entry.
    ///
    /// - Returns: `nil` if the directory does not have the entry.
    package func place(of tag: Int) -> Place? {
        let starts = stride(from: 0, to: entries.count, by: entryBytes)
        guard let start = starts.first(where: { number(entries[$0..<$0 + 2]) == tag }) else {
            return nil
        }
        let entry = entries[start..<start + entryBytes]
        let length =
            switch number(entry.dropFirst(2).prefix(2)) {
            case 1, 2, 6, 7: 1
            case 3, 8: 2
            case 5, 10, 12, 16...18: 8
            default: 4
            }
        let count = number(entry.dropFirst(4).prefix(placeBytes))
        let value = entry.dropFirst(4 + placeBytes)
        let (byteCount, isTooLarge) = count.multipliedReportingOverflow(by: length)
        let isInside = !isTooLarge && byteCount <= placeBytes
        let offset = isInside ? nil : number(value)
        // The limit keeps sums with the length of the file within an `Int`.
        guard count >= 0, (0..<Int.max / 2).contains(offset ?? 0) else { return nil }
        return Place(
            offset: offset, valueBytes: length, count: count,
            inner: isInside ? value.prefix(byteCount) : [])
    }

    private func values(_ tag: Int, atMost limit: Int) -> [ArraySlice<UInt8>] {
        guard let place = place(of: tag) else { return [] }
        let length = place.valueBytes
        let count = min(place.count, limit)
        let data = place.offset.map { file.bytes(length * count, at: $0)[...] } ?? place.inner
        return stride(from: 0, to: data.count / length * length, by: length).map {
            data.dropFirst($0).prefix(length)
        }
    }

    /// Reads the values of an entry in pieces. Stops early if the file is truncated.
    ///
    /// - Parameter body: receives the index of the first value, and the values.
    package func read(_ place: Place, _ body: (_ first: Int, _ values: ArraySlice<UInt8>) -> Void) {
        guard let offset = place.offset else { return body(0, place.inner) }
        let step = (1 << 20) / place.valueBytes
        for first in stride(from: 0, to: place.count, by: step) {
            let count = min(step, place.count - first)
            let bytes = file.bytes(
                count * place.valueBytes, at: offset + first * place.valueBytes)
            body(first, bytes[...])
            guard bytes.count == count * place.valueBytes else { return }
        }
    }
}

/// The colour space that the tags of a TIFF file state.
///
/// Source: TIFF 6.0, section 20 (TransferFunction, PrimaryChromaticities); Exif 2.32, 4.6.3.
extension TIFFDirectory {
    /// Whether the file states a colour space other than sRGB.
    var hasOtherColour: Bool { hasOtherPrimaries || hasOtherCurve || isAdobeRGB }

    /// The tolerance for chromaticities. Files round them to two or three digits.
    private static var tolerance: Double { 0.006 }

    private var hasOtherPrimaries: Bool {
        let primaries = fractions(319, count: 6)
        return !primaries.isEmpty
            && zip(primaries, CodedColour.common.dropFirst(2))
                .contains { abs($0 - $1) > Self.tolerance }
    }

    /// Whether the transfer function differs strongly from the sRGB curve, which most screens have.
    private var hasOtherCurve: Bool {
        guard let bits = number(258), (1...16).contains(bits), number(262) != 3 else {
            return false
        }
        let curve = numbers(301, atMost: 1 << bits)
        guard curve.count == 1 << bits else { return false }
        // The light of the middle sample value.
        let middle = Double(curve[curve.count / 2]) / 65_535
        return !(0.17...0.27).contains(middle)
    }

    private var isAdobeRGB: Bool {
        // The Exif directory, and the interoperability directory in it.
        guard let exif = number(34_665).flatMap(directory(at:)),
            let interoperability = exif.number(40_965).flatMap(exif.directory(at:))
        else { return false }
        return interoperability.numbers(1, atMost: 3).elementsEqual("R03".utf8.map { Int($0) })
    }
}
