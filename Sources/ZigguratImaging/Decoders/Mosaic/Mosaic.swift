internal import ZigguratCore
internal import ZigguratSystem

/// The pieces of a ``MosaicList`` with their headers read.
final class Mosaic: Sendable {
    struct Piece: Sendable {
        let source: SourceImage
        let region: PixelRegion
    }

    let size: PixelSize
    /// In the order of the list.
    let pieces: [Piece]
    /// Pixels of no piece are transparent.
    let pixels: StoredPixels
    /// What the decoders of pieces that are open at the same time hold, in bytes, besides rows.
    let heldBytes: Int
    /// What readers of pieces that are open at the same time take, in bytes.
    let readerBytes: Int

    /// Reads a list, and the headers of all pieces.
    ///
    /// - Throws: ``SourceFailure``, about the list or a piece.
    init(_ file: SourceFile) throws(ZigguratError) {
        let list = try MosaicList(file)
        let folder = Self.folder(of: file.path)
        var opened: [SourceImage] = []
        var depths = Set<Int>()
        for piece in list.mosaic {
            let source = try Self.open(folder + piece.file, bits: 8)
            depths.insert(source.header.bitsPerSample)
            opened.append(source)
        }
        if depths == [16] {
            opened = try opened.map { source throws(ZigguratError) in
                try Self.open(source.path, bits: 16)
            }
        }
        pieces = zip(opened, list.mosaic).map { source, piece in
            let size = source.header.size
            return Piece(
                source: source,
                region: PixelRegion(
                    x: piece.x, y: piece.y, width: size.width, height: size.height))
        }
        size = PixelSize(
            width: list.width ?? pieces.map(\.region.maxX).max() ?? 0,
            height: list.height ?? pieces.map(\.region.maxY).max() ?? 0)
        guard max(size.width, size.height) <= MosaicList.lastPlace else {
            throw ZigguratError(SourceFailure.mosaic(.invalidSize), file.path)
        }
        let strips = MosaicStrips(pieces.map(\.region), in: size)
        let headers = opened.map(\.header)
        pixels = StoredPixels(
            colours: headers.allSatisfy { $0.colour == .grey } ? .grey : .rgb,
            hasAlpha: strips.hasGaps || headers.contains(where: \.hasAlpha),
            sampleBytes: depths == [16] ? 2 : 1)
        heldBytes = strips.largestSum { headers[$0].decoderBytes ?? 0 }
        readerBytes = strips.largestSum { Self.readerBytes(of: opened[$0]) }
    }

    /// The width of the pieces if they are in columns of equal width; otherwise a usual one.
    var columnStep: Int {
        let width = pieces.map(\.region.width).max() ?? 1
        let isRegular = pieces.allSatisfy { $0.region.x.isMultiple(of: width) }
        return isRegular && width < size.width ? width : 256
    }

    /// The last change of a list or one of its pieces, and the bytes of all.
    ///
    /// - Returns: `nil` if a file is missing.
    static func attributes(_ file: SourceFile) -> FileAttributes? {
        guard let own = FileSystem.attributes(of: file.path),
            let list = try? MosaicList(file)
        else { return nil }
        let folder = folder(of: file.path)
        var all = own
        for piece in list.mosaic {
            guard let attributes = FileSystem.attributes(of: folder + piece.file) else {
                return nil
            }
            all.add(attributes)
        }
        return all
    }

    private static func folder(of path: String) -> String {
        // As bytes: with a combining mark at its end, a slash is another character.
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }

    /// Pieces are of formats whose decoders run in this process.
    private static func open(_ path: String, bits: Int) throws(ZigguratError) -> SourceImage {
        try SourceFile.check(path)
        guard Decoders.isRecognisedHere(path),
            let file = try? SourceFile(path: path),
            !(Decoders.recognising(file) is MosaicDecoder)
        else { throw ZigguratError(SourceFailure.mosaic(.pieceFormat), path) }
        return try SourceImage(path: path, request: SourceRequest(sampleBits: bits))
    }

    private static func readerBytes(of source: SourceImage) -> Int {
        let rows = source.directMemory?.chunkHeight ?? PyramidSchedule.readingChunk
        let header = source.header
        return source.decodingBytes(threadCount: 1)
            + min(rows, header.size.height) * header.size.width * header.bytesPerPixel
    }
}
