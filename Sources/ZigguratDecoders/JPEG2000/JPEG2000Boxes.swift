internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The boxes around a codestream, which state the meaning of its components.
///
/// Source: ITU-T T.800, annex I; boxes and colour spaces of JPX: ITU-T T.801, annex M.
struct JPEG2000Boxes {
    /// A table of colours. Components contain indices into the table.
    struct Palette {
        /// The bits per value of each column.
        package let bits: [Int]
        /// The values of each column.
        let columns: [[Int]]
    }

    /// The component that a channel takes its samples from. If `column` is set, the samples are
    /// indices into this column of the palette.
    struct Mapping {
        let component: Int
        package var column: Int?
    }

    /// The meaning of a channel.
    struct Definition {
        let channel: Int
        /// 0 colour, 1 opacity, 2 opacity by which the colours are multiplied, 65,535 unknown.
        package let type: Int
        /// The number of the colour, from 1; 0 stands for the whole image.
        let association: Int
    }

    /// The byte range of the codestream in the file.
    private(set) var codestream: Range<Int>?
    /// The number of the colour space; `nil` if the file has a profile instead, or does not state a
    /// colour space.
    private(set) var colourSpace: Int?
    package private(set) var profile: [UInt8]?
    private(set) var palette: Palette?
    private(set) var mapping: [Mapping] = []
    private(set) var definitions: [Definition] = []
    /// An XMP packet.
    private(set) var xmp: [UInt8]?

    /// CMYK, sRGB, grey and sYCC.
    static let knownColourSpaces = [12, 16, 17, 18]

    /// The maximum size of a box that is read. A damaged file may have boxes of any size.
    private static let sizeLimit = 1 << 24

    private static let xmpIdentifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
        0xAC,
    ]

    /// Reads the boxes of a file. A bare codestream has no boxes.
    init(_ file: SourceFile) {
        let size = file.byteCount
        guard file.bytes(4, at: 0) != [0xFF, 0x4F, 0xFF, 0x51] else {
            codestream = 0..<size
            return
        }
        FileBoxes.forEach(of: file) { name, content in
            switch name {
            case "jp2h": readHeader(Self.bytes(of: file, content))
            case "jp2c": codestream = codestream ?? content
            case "uuid" where file.bytes(16, at: content.lowerBound) == Self.xmpIdentifier:
                xmp = Array(Self.bytes(of: file, content).dropFirst(16))
            default: break
            }
        }
    }

    private static func bytes(of file: SourceFile, _ content: Range<Int>) -> [UInt8] {
        file.bytes(min(content.count, sizeLimit), at: content.lowerBound)
    }

    private mutating func readHeader(_ header: [UInt8]) {
        FileBoxes.forEach(in: header[...]) { name, content in
            let content = Array(content)
            switch name {
            case "colr": readColours(content)
            case "pclr": palette = Self.palette(content)
            case "cmap": mapping = Self.mapping(content)
            case "cdef": definitions = Self.definitions(content)
            default: break
            }
        }
    }

    /// Reads a colour specification box: method 1 is a number, methods 2 and 3 are profiles. The
    /// first usable box counts.
    private mutating func readColours(_ content: [UInt8]) {
        let isKnown = colourSpace.map { Self.knownColourSpaces.contains($0) } ?? (profile != nil)
        guard content.count > 3, !isKnown else { return }
        switch content[0] {
        case 1 where content.count >= 7: colourSpace = content[3..<7].bigEndian
        case 2, 3: (colourSpace, profile) = (nil, Array(content[3...]))
        default: break
        }
    }

    private static func palette(_ content: [UInt8]) -> Palette? {
        guard content.count > 3 else { return nil }
        let (entryCount, columnCount) = (content[..<2].bigEndian, Int(content[2]))
        guard content.count >= 3 + columnCount else { return nil }
        // The upper bit is set for signed values.
        let bits = content[3..<3 + columnCount].map { Int($0 & 0x7F) + 1 }
        var rest = content[(3 + columnCount)...]
        var columns = bits.map { _ in [Int]() }
        for _ in 0..<entryCount {
            for (column, bits) in bits.enumerated() {
                let length = (bits + 7) / 8
                guard rest.count >= length else { return nil }
                columns[column].append(rest.prefix(length).bigEndian)
                rest = rest.dropFirst(length)
            }
        }
        return columns.isEmpty || entryCount == 0 ? nil : Palette(bits: bits, columns: columns)
    }

    private static func mapping(_ content: [UInt8]) -> [Mapping] {
        records(content[...], length: 4).map { record in
            // The third byte states whether the channel uses a column of the palette.
            let column = record.suffix(2)
            return Mapping(
                component: record.prefix(2).bigEndian,
                column: column.first == 1 ? column.last.map { Int($0) } : nil)
        }
    }

    private static func definitions(_ content: [UInt8]) -> [Definition] {
        records(content.dropFirst(2), length: 6).map { record in
            Definition(
                channel: record.prefix(2).bigEndian,
                type: record.dropFirst(2).prefix(2).bigEndian,
                association: record.suffix(2).bigEndian)
        }
    }

    /// Splits the content of a box into records of equal length.
    private static func records(
        _ content: ArraySlice<UInt8>, length: Int
    ) -> [ArraySlice<UInt8>] {
        (0..<content.count / length).map { content.dropFirst($0 * length).prefix(length) }
    }
}
