internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A list of image files and their places in a larger image.
///
/// As JSON: `{"mosaic": [{"file": "0_0.tif", "x": 0, "y": 0}, …], "width": 8000, "height": 6000}`.
/// The key `mosaic` must come first. Paths are relative to the folder of the list, and must stay
/// inside it. With `offset` and `length`, a piece is a part of its file.
package struct MosaicList: Hashable, Sendable, Codable {
    package struct Piece: Hashable, Sendable, Codable {
        package let file: String
        /// The column and row of the piece's top left pixel in the image.
        package let x: Int
        package let y: Int
        /// The offset and the number of bytes of the piece, if the file has other content, too.
        package let offset: Int?
        package let length: Int?

        /// - Parameter bytes: the byte range of the piece in the file; `nil` for the whole file.
        package init(file: String, x: Int, y: Int, bytes: Range<Int>? = nil) {
            (self.file, self.x, self.y) = (file, x, y)
            (offset, length) = (bytes?.lowerBound, bytes?.count)
        }

        /// The byte range of the piece in the file; `nil` for the whole file.
        var bytes: Range<Int>? {
            guard let offset, let length else { return nil }
            return offset..<offset + length
        }

        fileprivate var hasValidBytes: Bool {
            switch (offset, length) {
            case (nil, nil): true
            case (let offset?, let length?):
                (0...MosaicList.lastOffset).contains(offset)
                    && (1...MosaicList.longestPart).contains(length)
            default: false
            }
        }
    }

    /// The pieces. Where pieces overlap, the later piece is visible.
    package let mosaic: [Piece]
    /// The size of the image in pixels; `nil` for the size that contains all pieces.
    package var width: Int?
    package var height: Int?

    package init(_ pieces: [Piece]) {
        mosaic = pieces
    }

    /// The maximum size of a list, in bytes.
    private static let sizeLimit = 256 << 20
    /// The maximum coordinate of a piece, in pixels: the longest side that libvips reads.
    static let lastPlace = 10_000_000
    /// The maximum offset and the maximum size of a part of a file. A part is held in memory.
    private static let lastOffset = 1 << 60
    private static let longestPart = 1 << 28

    /// Reads and checks a list.
    ///
    /// - Throws: ``SourceError/invalidHeader`` or ``SourceError/mosaic(_:)``.
    init(_ file: SourceFile) throws(ZigguratError) {
        guard file.path.hasSuffix(".json") else {
            throw ZigguratError(SourceError.mosaic(.fileName), file.path)
        }
        guard file.byteCount <= Self.sizeLimit else {
            throw ZigguratError(SourceError.invalidHeader, file.path)
        }
        let bytes = Data(file.bytes(file.byteCount, at: 0))
        guard let list = try? JSONDecoder().decode(Self.self, from: bytes) else {
            throw ZigguratError(SourceError.invalidHeader, file.path)
        }
        self = list
        if let fault { throw ZigguratError(SourceError.mosaic(fault), file.path) }
    }

    private var fault: SourceError.MosaicError? {
        guard !mosaic.isEmpty else { return .empty }
        for length in [width, height] {
            if let length, !(1...Self.lastPlace).contains(length) { return .invalidSize }
        }
        for piece in mosaic {
            let parts = piece.file.split(separator: "/", omittingEmptySubsequences: false)
            guard !piece.file.isEmpty, !piece.file.contains("\0"), parts.first != "",
                !parts.contains("..")
            else { return .outsideFolder(piece.file) }
            guard (0...Self.lastPlace).contains(piece.x), (0...Self.lastPlace).contains(piece.y)
            else { return .invalidPlace(piece.file) }
            guard piece.hasValidBytes else { return .invalidPart(piece.file) }
        }
        return nil
    }

    /// Whether a file begins like a mosaic list.
    static func recognises(_ head: [UInt8]) -> Bool {
        head.filter { !" \t\r\n".utf8.contains($0) }.starts(with: #"{"mosaic""#.utf8)
    }

    /// The list as JSON, with one piece per line.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        let lines = mosaic.map { piece in
            let name = (try? encoder.encode(piece.file)).map { String(decoding: $0, as: UTF8.self) }
            let part = piece.bytes.map {
                #""offset": \#($0.lowerBound), "length": \#($0.count), "#
            }
            return #"  {"file": \#(name ?? "\"\""), \#(part ?? "")"#
                + #""x": \#(piece.x), "y": \#(piece.y)}"#
        }
        return "{\"mosaic\": [\n\(lines.joined(separator: ",\n"))\n]}\n"
    }
}
