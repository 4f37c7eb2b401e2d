internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// The items of a HEIC or AVIF: coded images, images made of others, and metadata.
///
/// Source: ISO/IEC 14496-12, 8.11.4 (`pitm`) and 8.11.6 (`iinf`); ISO/IEC 23008-12, annexes B, E, H and L.
struct HEIFItems {
    /// The codecs by the types of their items.
    private static let codecs = [
        "hvc1": "HEVC", "hev1": "HEVC", "av01": "AV1", "avc1": "H.264", "vvc1": "VVC",
        "evc1": "EVC",
        "jpeg": "JPEG", "j2k1": "JPEG 2000", "unci": "uncompressed pixels",
    ]
    /// A damaged file may have a box of any size.
    private static let sizeLimit = 1 << 20

    /// The type of the primary item, or of the first coded image if the primary one is made of others;
    /// `nil` if the file does not state it.
    private(set) var codedType: String?

    init(_ file: SourceFile) {
        var primary: Int?
        var types: [(item: Int, type: String)] = []
        FileBoxes.forEach(of: file) { name, content in
            guard name == "meta" else { return }
            let meta = file.bytes(min(content.count, Self.sizeLimit), at: content.lowerBound)
            // A version and flags come before the boxes, here and below.
            FileBoxes.forEach(in: meta.dropFirst(4)) { name, box in
                switch name {
                case "pitm": primary = Self.number(box.dropFirst(4), isLong: box.first != 0)
                case "iinf":
                    FileBoxes.forEach(in: box.dropFirst(box.first == 0 ? 6 : 8)) { name, entry in
                        if name == "infe", let item = Self.item(entry) { types.append(item) }
                    }
                default: break
                }
            }
        }
        let coded = types.filter { Self.codecs[$0.type] != nil }
        codedType = (coded.first { $0.item == primary } ?? coded.first)?.type
    }

    private static func number(_ bytes: ArraySlice<UInt8>, isLong: Bool) -> Int {
        bytes.prefix(isLong ? 4 : 2).bigEndian
    }

    /// The number and the type of an item; `nil` for entries of other versions.
    private static func item(_ entry: ArraySlice<UInt8>) -> (item: Int, type: String)? {
        guard let version = entry.first, version == 2 || version == 3 else { return nil }
        let isLong = version == 3
        let type = entry.dropFirst(4 + (isLong ? 4 : 2) + 2).prefix(4)
        return (
            number(entry.dropFirst(4), isLong: isLong), String(decoding: type, as: UTF8.self)
        )
    }

    /// Throws if the installed libheif has no decoder for the image.
    func checkCodec(_ path: String) throws(ZigguratError) {
        guard let codedType, let codec = Self.codecs[codedType], zig_heif_decodes(codedType) == 0
        else { return }
        throw ZigguratError(SourceFailure.unsupported(.codec(codec)), path)
    }
}
