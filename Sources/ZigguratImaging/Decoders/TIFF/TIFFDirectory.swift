internal import ZigguratCore
internal import ZigguratSystem

/// A directory of a TIFF: the number of its entries, the entries, and the place of the next
/// directory. BigTIFF has 64-bit numbers in place of most of those with 16 or 32 bits.
///
/// Source: TIFF 6.0, 2; BigTIFF file format proposal.
struct TIFFDirectory {
    private let file: SourceFile
    private let isLittle: Bool
    /// Bytes of a place in the file: 4, or 8 in a BigTIFF.
    private let placeBytes: Int
    private var entries: [UInt8] = []

    /// A broken file may state any count: no more values than this are looked at.
    private static let maximumCount = 1 << 22

    /// - Parameter page: the number of the directory, from 0.
    /// - Returns: `nil` if it is missing or goes beyond the end of the file.
    init?(_ file: SourceFile, page: Int = 0) {
        self.file = file
        let head = file.bytes(4, at: 0)
        guard head.count == 4 else { return nil }
        isLittle = head[0] == 0x49
        let isBig = head[2] == 43 || head[3] == 43
        placeBytes = isBig ? 8 : 4
        var start = number(file.bytes(placeBytes, at: isBig ? 8 : 4)[...])
        let countBytes = isBig ? 8 : 2
        for rest in stride(from: page, through: 0, by: -1) {
            guard start > 0 || rest == page, start <= file.byteCount - countBytes else {
                return nil
            }
            let count = number(file.bytes(countBytes, at: start)[...])
            guard count >= 0 else { return nil }
            let length = entryBytes * min(count, Self.maximumCount)
            let end = start + countBytes + length
            guard end + placeBytes <= file.byteCount else { return nil }
            if rest == 0 { entries = file.bytes(length, at: start + countBytes) }
            start = number(file.bytes(placeBytes, at: end)[...])
        }
    }

    private var entryBytes: Int { 4 + 2 * placeBytes }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int {
        isLittle ? bytes.littleEndian : bytes.bigEndian
    }

    /// Returns the values of an entry with integers.
    func numbers(_ tag: Int) -> [Int] { values(tag).map(number) }

    /// Returns the values of an entry with 64-bit floating-point numbers; empty for other types.
    func reals(_ tag: Int) -> [Double] {
        let values = values(tag)
        guard values.first?.count == 8 else { return [] }
        return values.map { bytes in
            let ordered = isLittle ? bytes.reversed() : Array(bytes)
            return Double(bitPattern: ordered.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
    }

    /// Where the values of an entry are.
    struct Place {
        /// The offset in the file; `nil` if the values are in the entry.
        let offset: Int?
        /// The bytes of a value: two, four or eight.
        let valueBytes: Int
        let count: Int
        fileprivate let inner: ArraySlice<UInt8>
    }

    /// Finds the values of an entry.
    ///
    /// - Returns: `nil` if the directory has no such entry.
    func place(of tag: Int) -> Place? {
        let entry = stride(from: 0, to: entries.count / entryBytes * entryBytes, by: entryBytes)
            .map { entries[$0..<$0 + entryBytes] }
            .first { number($0.prefix(2)) == tag }
        guard let entry else { return nil }
        let length =
            switch number(entry.dropFirst(2).prefix(2)) {
            case 3: 2
            case 12, 16: 8
            default: 4
            }
        let count = number(entry.dropFirst(4).prefix(placeBytes))
        let value = entry.dropFirst(4 + placeBytes)
        let (byteCount, isTooLarge) = count.multipliedReportingOverflow(by: length)
        let isInside = !isTooLarge && byteCount <= placeBytes
        return Place(
            offset: isInside ? nil : number(value), valueBytes: length, count: count,
            inner: isInside ? value.prefix(byteCount) : [])
    }

    private func values(_ tag: Int) -> [ArraySlice<UInt8>] {
        guard let place = place(of: tag) else { return [] }
        let length = place.valueBytes
        let count = min(place.count, Self.maximumCount)
        let data = place.offset.map { file.bytes(length * count, at: $0)[...] } ?? place.inner
        return stride(from: 0, to: data.count / length * length, by: length).map {
            data.dropFirst($0).prefix(length)
        }
    }

    /// Reads the values of an entry in pieces. Stops early if the file is truncated.
    ///
    /// - Parameter body: gets the number of the first value and the values.
    func read(_ place: Place, _ body: (_ first: Int, _ values: ArraySlice<UInt8>) -> Void) {
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
