internal import ZigguratCore

/// The metadata of a JPEG XL in boxes that are not compressed.
///
/// Source: ISO/IEC 18181-2, 9.
struct JPEGXLMetadata {
    private(set) var xmp: [UInt8]?
    /// Their orientation says nothing: the codestream has its own.
    private(set) var exif: ExifFields?

    /// A damaged file may have boxes of any size.
    private static let sizeLimit = 1 << 24

    init(_ file: SourceFile) {
        // A bare codestream has no boxes.
        guard file.bytes(2, at: 0) != [0xFF, 0x0A] else { return }
        FileBoxes.forEach(of: file) { name, content in
            guard ["Exif", "xml "].contains(name) else { return }
            let bytes = file.bytes(
                min(content.count, Self.sizeLimit), at: content.lowerBound)
            if name == "xml " {
                xmp = bytes
            } else if let fields = ExifFields(item: bytes) {
                exif = fields
            }
        }
    }
}
