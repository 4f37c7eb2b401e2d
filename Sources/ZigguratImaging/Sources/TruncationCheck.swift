internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// Finds out whether a file that a loader gave up on is only half there, from what its own format
/// says of where it ends. Loaders' words differ too much to tell.
enum TruncationCheck {
    /// What a loader said when it gave up, sorted into kinds.
    static func failure(of path: String, atRow row: Int, message: String) -> ZigguratError {
        if endsEarly(path) || tellsOfAnEnd(message) {
            return ZigguratError(
                .truncatedSource, path, "the file ends early, at about row \(row) (\(message))",
                remedy: "get a complete copy of it")
        }
        return ZigguratError(
            .invalidSource, path, "its picture breaks off at about row \(row) (\(message))",
            remedy: "get a good copy of it")
    }

    /// For formats that do not say where they end.
    private static func tellsOfAnEnd(_ message: String) -> Bool {
        let lowercased = message.lowercased()
        return [
            "premature", "truncat", "end of", "out of data", "short read", "area too small",
            "read error at",
        ].contains { lowercased.contains($0) }
    }

    /// Whether the file lacks its end; `false` where it is there, or the format says nothing of it.
    static func endsEarly(_ path: String) -> Bool {
        guard let file = try? SourceFile(path: path) else { return false }
        let size = Int(lseek(file.descriptor, 0, SEEK_END))
        let head = file.bytes(16, at: 0)
        guard head.count == 16 else { return isBeginning(head) }
        if head.starts(with: [0xFF, 0xD8]) {
            return !tail(of: file, size).contains([0xFF, 0xD9])
        }
        if head.starts(with: [0x89] + Array("PNG".utf8)) {
            return !tail(of: file, size).contains(Array("IEND".utf8))
        }
        if head.starts(with: "GIF8".utf8) {
            return file.bytes(1, at: size - 1) != [0x3B]
        }
        if head.starts(with: "RIFF".utf8) {
            return 8 + head[4..<8].littleEndian > size
        }
        if head.starts(with: "II*\0".utf8) || head.starts(with: "MM\0*".utf8) {
            return directoryEndsEarly(
                file, size, isLittle: head[0] == 0x49, start: head[4..<8])
        }
        if head[4..<8].elementsEqual("ftyp".utf8) {
            return !ISOBoxes.areWhole(size: size) { file.bytes($0, at: $1)[...] }
        }
        return false
    }

    /// A few bytes that begin like a picture.
    private static func isBeginning(_ head: [UInt8]) -> Bool {
        let beginnings: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89] + Array("PNG".utf8), Array("GIF8".utf8), Array("RIFF".utf8),
            Array("II*\0".utf8), Array("MM\0*".utf8),
        ]
        return beginnings.contains { head.starts(with: $0) }
    }

    /// A TIFF's first directory: the number of its entries in two bytes, twelve bytes an entry, and
    /// four more; or one of the strips or tiles that it speaks of. Writers put it before or behind
    /// the pixels. Source: TIFF 6.0, section 2.
    private static func directoryEndsEarly(
        _ file: SourceFile, _ size: Int, isLittle: Bool, start: ArraySlice<UInt8>
    ) -> Bool {
        let number = { (bytes: ArraySlice<UInt8>) in
            isLittle ? bytes.littleEndian : bytes.bigEndian
        }
        let start = number(start)
        guard start + 2 <= size else { return true }
        let count = number(file.bytes(2, at: start)[...])
        guard start + 2 + 12 * count + 4 <= size else { return true }
        let entries = file.bytes(12 * count, at: start + 2)
        // The numbers of an entry: two or four bytes each, in the entry or where it says.
        let numbers = { (tag: Int) -> [Int] in
            let entry = stride(from: 0, to: entries.count / 12 * 12, by: 12)
                .map { entries[$0..<$0 + 12] }
                .first { number($0.prefix(2)) == tag }
            guard let entry else { return [] }
            let length = number(entry.dropFirst(2).prefix(2)) == 3 ? 2 : 4
            let byteCount = length * min(number(entry.dropFirst(4).prefix(4)), mostBlocks)
            let value = entry.dropFirst(8)
            let data =
                byteCount <= 4
                ? value.prefix(byteCount) : file.bytes(byteCount, at: number(value))[...]
            return stride(from: 0, to: data.count / length * length, by: length).map {
                number(data.dropFirst($0).prefix(length))
            }
        }
        // Where strips or tiles begin, and how long they are.
        return [(273, 279), (324, 325)].contains { offsets, lengths in
            zip(numbers(offsets), numbers(lengths)).contains { $0 + $1 > size }
        }
    }

    /// More blocks of a TIFF are not looked at: a broken file may speak of any number.
    private static let mostBlocks = 1 << 22

    /// The last bytes; cameras and programs leave things behind a picture's end.
    private static func tail(of file: SourceFile, _ size: Int) -> [UInt8] {
        let count = min(size, 65_536)
        return file.bytes(count, at: size - count)
    }
}
