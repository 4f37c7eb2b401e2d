internal import ZigguratCore

/// Iterates over the ISO media boxes of a file, in file order.
package enum FileBoxes {
    /// The maximum number of boxes that are read. A damaged file may have any number of boxes.
    private static let limit = 1000

    /// Calls the body with the name and the content of each box. A box that extends past the end of
    /// the file is cut off there.
    package static func forEach(of file: SourceFile, _ body: (String, Range<Int>) -> Void) {
        forEach(size: file.byteCount, { file.bytes($0, at: $1)[...] }, body)
    }

    /// Calls the body with the name and the content of each box in memory.
    package static func forEach(
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
