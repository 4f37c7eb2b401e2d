internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// The decoder of PBM, PGM, PPM and PAM. libvips misreads comments, and maximum values other than
/// 255 and 65,535.
package struct PNMDecoder: RasterDecoder {
    package init() {}

    package let format = "ppm"
    package let extensions = ["pbm", "pgm", "ppm", "pnm", "pam", "pfm"]

    /// Checks for `P1` to `P7`, or `PF` or `Pf` of floating-point images, followed by white space
    /// or a comment.
    package func recognises(_ head: [UInt8]) -> Bool {
        head.count > 3 && head[0] == 0x50 && "1234567Ff".utf8.contains(head[1])
            && (PNMHeader.isBlank(head[2]) || head[2] == PNMHeader.commentMark)
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        let kind = file.bytes(2, at: 0).last ?? 0
        // libvips shows floating-point images upside down.
        guard !"Ff".utf8.contains(kind) else {
            throw ZigguratError(SourceError.unsupported(.format("PFM")))
        }
        return PNMRaster(try PNMHeader(file), file)
    }
}

/// The header of a Netpbm file.
///
/// Source: Netpbm's manual pages pbm(5), pgm(5), ppm(5) and pam(5).
package struct PNMHeader {
    /// The digit after the `P`.
    let kind: Int
    package let width: Int
    package let height: Int
    /// Samples per pixel, including alpha.
    let depth: Int
    package let colours: StoredPixels.Colours
    /// Whether the sample after the colours is alpha. Further samples have no stated meaning.
    let hasAlpha: Bool
    /// The sample value of white.
    let maximum: Int
    /// The offset of the first byte after the header.
    package let end: Int

    static let commentMark: UInt8 = 0x23
    private static let newline: UInt8 = 0x0A
    /// The maximum size of a header, in bytes. Comments can be long.
    private static let limit = 1 << 20

    package static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// Whether 0 is white, as in bitmaps.
    var isInverted: Bool { kind == 1 || kind == 4 }
    /// Whether samples are decimal numbers.
    var isText: Bool { kind <= 3 }
    var isBitmap: Bool { kind == 4 }

    /// - Throws: ``SourceError`` if the header is damaged.
    init(_ file: SourceFile) throws(ZigguratError) {
        var words = Words(file.bytes(Self.limit, at: 0))
        guard let magic = words.next(), magic.count == 2, let kind = Int(magic.dropFirst()) else {
            throw HeaderError.field.error
        }
        self.kind = kind
        if kind == 7 {
            // The program xv wrote thumbnails that begin with `P7`, before PAM existed.
            if words.isThumbnail {
                throw ZigguratError(SourceError.unsupported(.format("XV thumbnail")))
            }
            guard let fields = words.fields(), let width = fields["WIDTH"],
                let height = fields["HEIGHT"], let depth = fields["DEPTH"],
                let maximum = fields["MAXVAL"]
            else { throw HeaderError.field.error }
            (self.width, self.height, self.depth) = (width, height, depth)
            self.maximum = maximum
            // Ghostscript and ImageMagick write the tuple type CMYK.
            colours =
                words.tupleType.hasPrefix("CMYK") && depth >= 4 ? .cmyk : depth < 3 ? .grey : .rgb
            hasAlpha =
                words.tupleType.hasSuffix("_ALPHA")
                && depth == (words.tupleType.hasPrefix("RGB") ? 4 : colours == .cmyk ? 5 : 2)
        } else {
            guard let width = words.number(), let height = words.number() else {
                throw HeaderError.field.error
            }
            (self.width, self.height) = (width, height)
            depth = kind == 3 || kind == 6 ? 3 : 1
            colours = depth == 1 ? .grey : .rgb
            hasAlpha = false
            if kind == 1 || kind == 4 {
                maximum = 1
            } else {
                guard let number = words.number() else { throw HeaderError.field.error }
                maximum = number
            }
        }
        // One byte of white space ends the header.
        end = kind == 7 ? words.position : words.position + 1
        guard width > 0, height > 0, max(width, height) < 1 << 31 else {
            throw HeaderError.size.error
        }
        guard depth <= 64 else {
            throw ZigguratError(SourceError.unsupported(.components(depth)))
        }
        guard (1...65_535).contains(maximum), depth > 0 else { throw HeaderError.field.error }
    }

    /// The words of a header, without comments.
    private struct Words {
        private let bytes: [UInt8]
        private(set) var position = 0
        /// The tuple type of a PAM header.
        private(set) var tupleType = ""

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        package mutating func next() -> String? {
            while position < bytes.count {
                if bytes[position] == PNMHeader.commentMark {
                    skipLine()
                } else if PNMHeader.isBlank(bytes[position]) {
                    position += 1
                } else {
                    break
                }
            }
            let word = bytes[position...].prefix {
                !PNMHeader.isBlank($0) && $0 != PNMHeader.commentMark
            }
            position += word.count
            return word.isEmpty ? nil : String(decoding: word.prefix(20), as: UTF8.self)
        }

        /// Whether the header continues with the bits of red, green and blue, as an xv thumbnail
        /// does.
        var isThumbnail: Bool { bytes[position...].dropFirst().starts(with: "332".utf8) }

        package mutating func number() -> Int? { next().flatMap { Int($0) } }

        /// Reads the numbers of a PAM header, up to its last line.
        mutating func fields() -> [String: Int]? {
            var fields: [String: Int] = [:]
            while let name = next() {
                if name == "ENDHDR" {
                    skipLine()
                    return fields
                }
                if name == "TUPLTYPE" {
                    tupleType = next() ?? ""
                } else {
                    fields[name] = number()
                }
            }
            return nil
        }

        private mutating func skipLine() {
            position += bytes[position...].prefix { $0 != PNMHeader.newline }.count
            position = min(position + 1, bytes.count)
        }
    }
}
