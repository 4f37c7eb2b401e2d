internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The pieces of a ``MosaicList`` with their headers read.
final class Mosaic: Sendable {
    struct Piece: Sendable {
        /// The file that contains the piece, and possibly other content.
        package let path: String
        /// The byte range of the piece in the file; `nil` for the whole file.
        let bytes: Range<Int>?
        package let region: PixelRegion
        fileprivate let source: SourceImage
    }

    package let size: PixelSize
    /// The pieces in the order of the list.
    let pieces: [Piece]
    /// The format of the pixels. Pixels that no piece covers are transparent.
    let pixels: StoredPixels
    /// The maximum memory of the decoders that are open at the same time, in bytes, besides rows.
    let heldBytes: Int
    /// The maximum memory of the piece readers that are open at the same time, in bytes.
    let readerBytes: Int

    /// Reads a list and the headers of all its pieces.
    ///
    /// - Throws: ``SourceError`` about the list or a piece.
    init(_ file: SourceFile) throws(ZigguratError) {
        let list = try MosaicList(file)
        let folder = Self.folder(of: file.path)
        var opened: [SourceImage] = []
        var depths = Set<Int>()
        var sizes: [Int] = []
        var opener = PieceOpener()
        for piece in list.mosaic {
            let (source, bytes) = try opener.open(folder + piece.file, piece.bytes, bits: 8)
            depths.insert(source.header.bitsPerSample)
            opened.append(source)
            sizes.append(bytes)
        }
        if depths == [16] {
            for (index, piece) in list.mosaic.enumerated() {
                (opened[index], sizes[index]) = try opener.open(
                    folder + piece.file, piece.bytes, bits: 16)
            }
        }
        pieces = zip(opened, list.mosaic).map { source, piece in
            let size = source.header.size
            return Piece(
                path: folder + piece.file, bytes: piece.bytes,
                region: PixelRegion(
                    x: piece.x, y: piece.y, width: size.width, height: size.height),
                source: source)
        }
        size = PixelSize(
            width: list.width ?? pieces.map(\.region.maxX).max() ?? 0,
            height: list.height ?? pieces.map(\.region.maxY).max() ?? 0)
        guard max(size.width, size.height) <= MosaicList.lastPlace else {
            throw ZigguratError(SourceError.mosaic(.invalidSize), file.path)
        }
        let strips = MosaicStrips(pieces.map(\.region), in: size)
        let headers = opened.map(\.header)
        pixels = StoredPixels(
            colours: headers.allSatisfy { $0.colour == .grey } ? .grey : .rgb,
            hasAlpha: strips.hasGaps || headers.contains(where: \.hasAlpha),
            sampleBytes: depths == [16] ? 2 : 1)
        heldBytes = strips.largestSum { headers[$0].decoderBytes ?? 0 }
        readerBytes = strips.largestSum { sizes[$0] }
    }

    /// The width of the pieces if they form columns of equal width; otherwise 256.
    var columnStep: Int {
        let width = pieces.map(\.region.width).max() ?? 1
        let isRegular = pieces.allSatisfy { $0.region.x.isMultiple(of: width) }
        return isRegular && width < size.width ? width : 256
    }

    /// The combined attributes of a list and its pieces: the latest change, and the total of their
    /// bytes.
    ///
    /// - Returns: `nil` if a file is missing.
    static func attributes(_ file: SourceFile) -> FileAttributes? {
        guard let own = FileSystem.attributes(of: file.path),
            let list = try? MosaicList(file)
        else { return nil }
        let folder = folder(of: file.path)
        var all = own
        var known: Set<String> = []
        for piece in list.mosaic {
            // An archive counts once, even if it contains several pieces.
            if piece.bytes != nil, !known.insert(piece.file).inserted { continue }
            guard let attributes = FileSystem.attributes(of: folder + piece.file) else {
                return nil
            }
            all.add(attributes)
        }
        return all
    }

    private static func folder(of path: String) -> String {
        // The path is searched as bytes: a slash followed by a combining mark is a different
        // character.
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }

    /// Starts to read a piece.
    ///
    /// - Returns: the reader, and the in-memory file that must exist as long as the reader; `nil`
    ///   for a whole file.
    func makeReader(
        of piece: Piece
    ) throws(ZigguratError) -> (reader: any RowReader, file: PieceFile?) {
        var (source, file) = (piece.source, PieceFile?.none)
        if let bytes = piece.bytes {
            let part = try PieceFile(SourceFile(path: piece.path), bytes)
            source = try SourceImage(path: part.path, request: source.request)
            guard source.header == piece.source.header else {
                throw ZigguratError(SourceError.changed, piece.path)
            }
            file = part
        }
        let reading = try source.makeReading(keepsAlpha: pixels.hasAlpha, background: .white)
        return (try reading.makeRowReader(), file)
    }
}

/// The strips of an image between the rows at which regions begin or end.
struct MosaicStrips {
    /// Whether some pixels of the image are not in any region.
    let hasGaps: Bool
    /// For each strip, the indices of the regions in it.
    private let strips: [[Int]]

    /// - Parameter regions: the regions, which may overlap and may extend beyond the image.
    init(_ regions: [PixelRegion], in size: PixelSize) {
        let starts = regions.indices.sorted { regions[$0].y < regions[$1].y }
        let edges = Set(regions.flatMap { [$0.y, $0.maxY] } + [0, size.height])
            .filter { (0...size.height).contains($0) }.sorted()
        var strips: [[Int]] = []
        var hasGaps = false
        var active: [Int] = []
        var next = 0
        for row in edges.dropLast() {
            active.removeAll { regions[$0].maxY <= row }
            while next < starts.count, regions[starts[next]].y <= row {
                if regions[starts[next]].maxY > row { active.append(starts[next]) }
                next += 1
            }
            active.sort { regions[$0].x < regions[$1].x }
            var covered = 0
            for index in active where regions[index].x <= covered {
                covered = max(covered, regions[index].maxX)
            }
            if covered < size.width { hasGaps = true }
            strips.append(active)
        }
        self.hasGaps = hasGaps
        self.strips = strips
    }

    /// The largest sum of a value over the regions of one strip.
    func largestSum(_ bytes: (Int) -> Int) -> Int {
        strips.map { $0.reduce(0) { $0 + bytes($1) } }.max() ?? 0
    }
}
