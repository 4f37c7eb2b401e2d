internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of Photoshop documents (PSD and PSB). The decoder reads the composite of the layers.
package struct PSDDecoder: RasterDecoder {
    package init() {}

    package let format = "psd"
    let extensions = ["psd", "psb"]

    func recognises(_ head: [UInt8]) -> Bool {
        head.count > 5 && head.starts(with: "8BPS".utf8) && head[4] == 0
            && [1, 2].contains(head[5])
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        try PSDRaster(PSDHeader(file), file)
    }
}

/// The sections of a Photoshop document before its pixels.
///
/// Source: Adobe Photoshop File Formats Specification, November 2019.
struct PSDHeader {
    enum Mode: Int {
        case bitmap = 0
        case grey = 1
        case indexed = 2
        case rgb = 3
        case cmyk = 4
        /// Duotone images are stored as grey.
        case duotone = 8

        var channels: Int {
            switch self {
            case .bitmap, .grey, .indexed, .duotone: 1
            case .rgb: 3
            case .cmyk: 4
            }
        }
    }

    package let size: PixelSize
    let channels: Int
    let depth: Int
    let mode: Mode
    /// The palette of an indexed image: 256 reds, 256 greens and 256 blues.
    let palette: [UInt8]
    private(set) var embedded = EmbeddedData()
    /// Whether the first channel after the colours is the transparency of the composite.
    private(set) var hasTransparency = false
    let isPacked: Bool
    /// The offset of the rows, or of the table of row lengths if the rows are packed.
    let start: Int
    /// Whether the file is a large document (PSB), which has longer numbers.
    let isLarge: Bool

    private static let knownModes = 0...9
    private static let sizeLimit = 1 << 24

    private enum Resource {
        static let iptc = 1028
        package static let profile = 1039
        static let version = 1057
        static let xmp = 1060
    }

    init(_ file: SourceFile) throws(ZigguratError) {
        let head = file.bytes(26, at: 0)
        guard head.count == 26, Self.knownModes.contains(head[24..<26].bigEndian) else {
            throw HeaderError.field.error
        }
        isLarge = head[5] == 2
        channels = head[12..<14].bigEndian
        size = PixelSize(width: head[18..<22].bigEndian, height: head[14..<18].bigEndian)
        depth = head[22..<24].bigEndian
        guard let mode = Mode(rawValue: head[24..<26].bigEndian) else {
            throw ZigguratError(SourceError.unsupported(.photoshopMode(head[24..<26].bigEndian)))
        }
        self.mode = mode
        let depths =
            switch mode {
            case .bitmap: [1]
            case .indexed: [8]
            default: [8, 16]
            }
        guard depths.contains(depth) else {
            throw ZigguratError(SourceError.unsupported(.bitsPerSample(depth)))
        }
        guard channels >= mode.channels else { throw HeaderError.field.error }
        guard size.width > 0, size.height > 0, max(size.width, size.height) <= 300_000 else {
            throw HeaderError.size.error
        }
        let paletteLength = file.bytes(4, at: 26).bigEndian
        palette = mode == .indexed ? file.bytes(min(paletteLength, 768), at: 30) : []
        let resources = 30 + paletteLength
        let resourceLength = file.bytes(4, at: resources).bigEndian
        let layers = resources + 4 + resourceLength
        let numberLength = isLarge ? 8 : 4
        let layerLength = file.bytes(numberLength, at: layers).bigEndian
        start = layers + numberLength + layerLength + 2
        let compression = file.bytes(2, at: start - 2)
        guard compression.count == 2, start > layers else {
            throw ZigguratError(SourceError.truncated(row: nil, of: nil))
        }
        if [2, 3].contains(compression.bigEndian) {
            throw ZigguratError(SourceError.unsupported(.format("ZIP-compressed Photoshop")))
        }
        guard compression.bigEndian <= 1 else {
            throw ZigguratError(SourceError.unsupported(.compression(compression.bigEndian)))
        }
        isPacked = compression.bigEndian == 1
        var hasComposite = true
        Self.forEachResource(file, from: resources + 4, length: resourceLength) { number, bytes in
            switch number {
            case Resource.iptc: embedded.iptc = bytes
            case Resource.profile: embedded.profile = bytes
            case Resource.xmp: embedded.xmp = bytes
            case Resource.version where bytes.count > 4: hasComposite = bytes[4] != 0
            default: break
            }
        }
        guard hasComposite else { throw ZigguratError(SourceError.unsupported(.noComposite)) }
        hasTransparency =
            channels > mode.channels && mode != .cmyk
            && PSDLayers(file, layers + numberLength, length: layerLength, isLarge: isLarge)
                .isTransparent
    }

    /// Calls the body with the number and the data of each resource.
    private static func forEachResource(
        _ file: SourceFile, from start: Int, length: Int, _ body: (Int, [UInt8]) -> Void
    ) {
        var place = start
        while place + 12 <= start + length {
            let head = file.bytes(7, at: place)
            guard head.count == 7, head.starts(with: "8BIM".utf8) else { return }
            // The length of the name is one byte. The length and the name are padded to an even
            // number of bytes.
            let data = place + 6 + (Int(head[6]) + 2) / 2 * 2 + 4
            let count = file.bytes(4, at: data - 4).bigEndian
            guard count <= start + length - data else { return }
            body(head[4..<6].bigEndian, file.bytes(min(count, sizeLimit), at: data))
            place = data + (count + 1) / 2 * 2
        }
    }
}

/// The transparency that the layer section states.
private struct PSDLayers {
    private(set) var isTransparent = false

    /// The blocks whose length field has 8 bytes in large documents.
    private static let longBlocks: Set<String> = [
        "LMsk", "Lr16", "Lr32", "Layr", "Mt16", "Mt32", "Mtrn", "Alph", "FMsk", "lnk2", "FEid",
        "FXid", "PxSD",
    ]
    private static let blockLimit = 10_000

    init(_ file: SourceFile, _ start: Int, length: Int, isLarge: Bool) {
        let numberLength = isLarge ? 8 : 4
        let end = start + length
        guard length > numberLength else { return }
        let layerLength = file.bytes(numberLength, at: start).bigEndian
        if layerLength >= 2 {
            isTransparent = Self.isNegative(file, at: start + numberLength)
        }
        var place = start + numberLength + layerLength
        // The global layer mask.
        place += 4 + file.bytes(4, at: min(place, end)).bigEndian
        for _ in 0..<Self.blockLimit where place + 12 <= end {
            let head = file.bytes(8, at: place)
            guard head.count == 8, ["8BIM", "8B64"].contains(Self.text(head[..<4])) else { return }
            let name = Self.text(head[4...])
            let isLong = isLarge && Self.longBlocks.contains(name)
            let data = place + 8 + (isLong ? 8 : 4)
            let count = file.bytes(isLong ? 8 : 4, at: place + 8).bigEndian
            switch name {
            case "Mtrn", "Mt16", "Mt32": isTransparent = true
            case "Lr16" where count >= 2: isTransparent = Self.isNegative(file, at: data)
            default: break
            }
            guard count <= end - data else { return }
            place = data + (count + 3) / 4 * 4
        }
    }

    /// Whether the layer count is negative, which means that the first channel after the colours is
    /// transparency.
    private static func isNegative(_ file: SourceFile, at place: Int) -> Bool {
        (file.bytes(1, at: place).first ?? 0) & 0x80 != 0
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
