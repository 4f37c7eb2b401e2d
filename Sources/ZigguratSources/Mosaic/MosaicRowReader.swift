internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Reads the rows of a mosaic. A piece is open from its first row to its last row.
final class MosaicRowReader: RowReader {
    private struct OpenPiece {
        /// The index of the piece in the list. Later pieces cover earlier pieces.
        package let index: Int
        package let region: PixelRegion
        let reader: any RowReader
        /// The in-memory file of the reader, if the piece is a part of a file.
        package let file: PieceFile?
    }

    private let mosaic: Mosaic
    /// The columns of the mosaic that are read.
    private let columns: Range<Int>
    /// The indices of pieces that are not open yet; the next piece is at the end.
    private var waiting: [Int]
    private var open: [OpenPiece] = []
    private var rowsRead = 0
    /// A buffer for rows of a piece that has other bands than the mosaic or is not entirely
    /// visible.
    private let scratch: [UnsafeMutablePointer<UInt8>]

    /// - Parameter columns: the columns of the mosaic that are read; `nil` for all.
    init(_ mosaic: Mosaic, columns: Range<Int>? = nil) {
        self.mosaic = mosaic
        let columns = columns ?? 0..<mosaic.size.width
        self.columns = columns
        let regions = mosaic.pieces.map(\.region)
        waiting = regions.indices.filter { regions[$0].columns.overlaps(columns) }
            .sorted { regions[$0].y > regions[$1].y }
        let width = regions.map(\.width).max() ?? 0
        scratch = (0..<RowChunk.height).map { _ in
            .allocate(capacity: width * mosaic.pixels.bytesPerPixel)
        }
    }

    deinit {
        for row in scratch { row.deallocate() }
    }

    package var size: PixelSize { PixelSize(width: columns.count, height: mosaic.size.height) }
    package var bands: Int { mosaic.pixels.bands }
    package var sampleBytes: Int { mosaic.pixels.sampleBytes }

    var division: PixelDivision? { PixelDivision(columnStep: mosaic.columnStep) }

    func limited(to columns: Range<Int>) -> any RowReader {
        MosaicRowReader(mosaic, columns: columns)
    }

    /// Skips rows. Pieces that lie entirely above the next row are not opened.
    func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        let row = rowsRead + count
        for piece in open where piece.region.maxY > row {
            try skip(row - max(rowsRead, piece.region.y), of: piece, isWanted: isWanted)
        }
        open.removeAll { $0.region.maxY <= row }
        while let index = waiting.last, mosaic.pieces[index].region.y < row {
            waiting.removeLast()
            guard mosaic.pieces[index].region.maxY > row else { continue }
            let piece = try opened(index)
            try skip(row - piece.region.y, of: piece, isWanted: isWanted)
            open.append(piece)
        }
        open.sort { $0.index < $1.index }
        rowsRead = row
    }

    private func skip(
        _ count: Int, of piece: OpenPiece, isWanted: () -> Bool
    ) throws(ZigguratError) {
        do throws(ZigguratError) {
            try piece.reader.skip(count, isWanted: isWanted)
        } catch {
            throw error.aboutPiece(mosaic.pieces[piece.index])
        }
    }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        var first = 0
        while first < rows.count {
            let end = min(first + scratch.count, rows.count)
            try readChunk(UnsafeBufferPointer(rebasing: rows[first..<end]))
            first = end
        }
    }

    private func readChunk(
        _ rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let range = rowsRead..<rowsRead + rows.count
        while let index = waiting.last, mosaic.pieces[index].region.y < range.upperBound {
            waiting.removeLast()
            open.append(try opened(index))
            open.sort { $0.index < $1.index }
        }
        // Only a mosaic with alpha can have pixels that no piece covers.
        if mosaic.pixels.hasAlpha {
            for row in rows { memset(row, 0, size.width * bytesPerPixel) }
        }
        for piece in open {
            let own = range.clamped(to: piece.region.y..<piece.region.maxY)
            let part = rows[own.lowerBound - range.lowerBound..<own.upperBound - range.lowerBound]
            do throws(ZigguratError) {
                try read(piece, into: UnsafeBufferPointer(rebasing: part))
            } catch {
                throw error.aboutPiece(mosaic.pieces[piece.index])
            }
        }
        rowsRead = range.upperBound
        open.removeAll { $0.region.maxY <= rowsRead }
    }

    private func opened(_ index: Int) throws(ZigguratError) -> OpenPiece {
        let piece = mosaic.pieces[index]
        do throws(ZigguratError) {
            let (reader, file) = try mosaic.makeReader(of: piece)
            return OpenPiece(index: index, region: piece.region, reader: reader, file: file)
        } catch {
            throw error.aboutPiece(piece)
        }
    }

    private func read(
        _ piece: OpenPiece, into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        guard !rows.isEmpty else { return }
        let shown = piece.region.columns.clamped(to: columns)
        let offset = (shown.lowerBound - columns.lowerBound) * bytesPerPixel
        let isDirect = piece.reader.bands == bands && shown == piece.region.columns
        let targets = isDirect ? rows.map { $0 + offset } : Array(scratch[..<rows.count])
        try targets.withUnsafeBufferPointer { targets throws(ZigguratError) in
            try piece.reader.read(into: targets)
        }
        guard !isDirect else { return }
        let count = shown.count
        let firstByte =
            (shown.lowerBound - piece.region.x) * piece.reader.bands * sampleBytes
        for (row, wholeRow) in zip(rows, scratch) {
            let (stored, target) = (wholeRow + firstByte, row + offset)
            if sampleBytes == 1 {
                BandSpreading.spread(stored, piece.reader.bands, over: target, bands, count: count)
            } else {
                // Rows of 16-bit samples begin at even addresses.
                stored.withMemoryRebound(to: UInt16.self, capacity: count * bands) { stored in
                    target.withMemoryRebound(to: UInt16.self, capacity: count * bands) { target in
                        BandSpreading.spread(
                            stored, piece.reader.bands, over: target, bands, count: count)
                    }
                }
            }
        }
    }
}

extension ZigguratError {
    /// Returns the error with the path of the piece's file, instead of the path of its copy in
    /// memory.
    fileprivate func aboutPiece(_ piece: Mosaic.Piece) -> ZigguratError {
        piece.bytes == nil ? orAbout(piece.path) : about(piece.path)
    }
}
