internal import CImageFormats
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Decodes bands. Columns and rows count pixels from the origin of the grid, or from the image if
/// they begin at 0.
extension JPEG2000RowReader {
    private var frame: zig_jp2_frame { codestream.frame }

    /// The number of missing tiles after which all other tiles count as missing: each attempt
    /// restarts the decoder.
    private static let missingTileLimit = 64
    /// The first column of a part of a strip is a multiple of this number on the grid, so samples
    /// of all components begin there. A smaller number would not decode fewer code-blocks.
    private static let columnAlignment = 64

    /// Decodes rows into the band. Used for an image whose tiles are not decoded as a whole.
    func decodeStrip(_ rows: Range<Int>) throws(DecoderMessages) {
        let scaleX = channels.stepX << codestream.reduction
        let scaleY = channels.stepY << codestream.reduction
        let firstColumn = (left + columns.lowerBound) / Self.columnAlignment * Self.columnAlignment
        try codestream.decode(
            columns: max(
                Int(frame.left), firstColumn * scaleX)..<min(
                    Int(frame.right), (left + columns.upperBound) * scaleX),
            rows: max(
                Int(frame.top), (top + rows.lowerBound) * scaleY)..<min(
                    Int(frame.bottom), (top + rows.upperBound) * scaleY))
        try copy(columns, of: rows)
    }

    /// The column of the image at which a column of tiles begins.
    private func start(ofTiles column: Int) -> Int {
        let start = Int(frame.tile_left) + column * Int(frame.tile_width)
        let inside = min(max(start, Int(frame.left)), Int(frame.right))
        return codestream.samples(inside, step: channels.stepX) - left
    }

    /// Decodes the current row of tiles into the band.
    func decodeTiles(_ rows: Range<Int>) throws(DecoderMessages) {
        let across = Int(frame.tiles_across)
        for column in 0..<across {
            let shown = (start(ofTiles: column)..<start(ofTiles: column + 1)).clamped(to: columns)
            if shown.isEmpty { continue }
            do throws(DecoderMessages) {
                try codestream.decode(tile: tileRow * across + column)
                try copy(shown, of: rows)
            } catch {
                // Missing tiles stay black.
                missingTiles += 1
                guard fillsMissing, missingTiles < Self.missingTileLimit else { throw error }
            }
        }
    }

    /// Copies the most recently decoded columns of the image into the band, as pixels.
    private func copy(_ shown: Range<Int>, of rows: Range<Int>) throws(DecoderMessages) {
        let parts = channels.channels.map { codestream.part($0.component) }
        guard parts.allSatisfy({ $0.samples != nil && $0.width > 0 && $0.height > 0 }) else {
            throw DecoderMessages(lines: [])
        }
        let pixelBytes = pixels.bytesPerPixel
        for row in rows {
            let start =
                band.baseAddress.unsafelyUnwrapped + (row - rows.lowerBound) * rowLength
                + (shown.lowerBound - columns.lowerBound) * pixelBytes
            for (index, (channel, part)) in zip(channels.channels, parts).enumerated() {
                copy(
                    part, channel, row: top + row, column: left + shown.lowerBound,
                    to: start + index * sampleBytes, count: shown.count)
            }
            if channels.isYCC {
                zig_jp2_ycc_to_rgb(
                    start, UInt32(shown.count), UInt32(bands), Int32(sampleBytes))
            }
        }
    }

    /// Copies a row of a component into one channel of the pixels.
    private func copy(
        _ part: JPEG2000Codestream.Part, _ channel: JPEG2000Channels.Channel, row: Int,
        column: Int, to output: UnsafeMutableRawPointer, count: Int
    ) {
        let component = codestream.components[channel.component]
        let stepX = Int(component.step_x) / channels.stepX
        let stepY = Int(component.step_y) / channels.stepY
        let y = min(max(row / stepY - Int(part.top), 0), Int(part.height) - 1)
        // If the component has a sample for each pixel, samples before the first column are
        // skipped.
        var first = column - Int(part.left) * stepX
        let skipped = stepX == 1 ? min(max(first, 0), Int(part.width) - 1) : 0
        first -= skipped
        channel.table.withUnsafeBufferPointer { table in
            // Neither the table nor the part is empty.
            var lookup = zig_jp2_lookup(
                table: table.baseAddress.unsafelyUnwrapped, table_size: UInt32(table.count),
                offset: Int32(channel.offset), first: Int32(clamping: first),
                step: UInt32(stepX))
            zig_jp2_look_up(
                part.samples.unsafelyUnwrapped + y * Int(part.width) + skipped,
                part.width - UInt32(skipped), &lookup, output, UInt32(count), UInt32(bands),
                Int32(sampleBytes))
        }
    }
}
