internal import ZigguratCore

/// The boxes of a file, in the order in which they follow one another.
enum FileBoxes {
    /// A damaged file may have any number of boxes.
    private static let limit = 1000

    /// Calls the body with the name and the content of each box. A box that ends after the file is
    /// cut.
    static func forEach(of file: SourceFile, _ body: (String, Range<Int>) -> Void) {
        forEach(size: file.byteCount, { file.bytes($0, at: $1)[...] }, body)
    }

    /// The same for boxes in memory.
    static func forEach(
        in bytes: ArraySlice<UInt8>, _ body: (String, ArraySlice<UInt8>) -> Void
    ) {
        forEach(
            size: bytes.count, { bytes.dropFirst($1).prefix($0) },
            { name, content in
                body(name, bytes.dropFirst(content.lowerBound).prefix(content.count))
            })
    }

    private static func forEach(
        size: Int, _ bytes: (_ count: Int, _ offset: Int) -> ArraySlice<UInt8>,
        _ body: (String, Range<Int>) -> Void
    ) {
        var start = 0
        for _ in 0..<limit where start < size {
            guard let box = ISOBoxes.box(at: start, size: size, bytes) else { return }
            let end = min(box.end, size)
            body(box.name, box.start..<end)
            start = end
        }
    }
}
