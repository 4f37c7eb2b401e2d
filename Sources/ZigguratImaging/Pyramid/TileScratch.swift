internal import ZigguratCore

/// Room for a tile that cannot be encoded from the rows of its level as they are: one that is
/// padded, flattened on the background, or nothing else. Its contents last until it is used again.
final class TileScratch {
    private var memory: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 0)
    private var rows: UnsafeMutableBufferPointer<UnsafePointer<UInt8>> = .allocate(capacity: 0)

    deinit {
        memory.deallocate()
        rows.deallocate()
    }

    /// The tile as a part of a larger one, at its top left or further inside, which is otherwise
    /// background.
    func padded(
        _ pixels: TilePixels, to size: PixelSize, at start: PixelShift = .zero, background: [UInt8]
    ) -> TilePixels {
        let bands = pixels.bands
        func fill(_ columns: Range<Int>, of row: UnsafeMutablePointer<UInt8>) {
            for x in columns {
                for band in 0..<bands { row[x * bands + band] = background[band] }
            }
        }
        return self.fill(size, bands: bands) { y, target in
            guard (start.y..<start.y + pixels.height).contains(y) else {
                return fill(0..<size.width, of: target)
            }
            fill(0..<start.x, of: target)
            (target + start.x * bands).update(
                from: pixels.rows[y - start.y], count: pixels.width * bands)
            fill(start.x + pixels.width..<size.width, of: target)
        }
    }

    /// A tile of nothing but the background.
    func plain(_ size: PixelSize, background: [UInt8]) -> TilePixels {
        let bands = background.count
        return fill(size, bands: bands) { _, target in
            for x in 0..<size.width {
                for band in 0..<bands { target[x * bands + band] = background[band] }
            }
        }
    }

    /// The tile without its alpha, the last band: colour and background mixed by it, rounded.
    func flattened(_ pixels: TilePixels, background: [UInt8]) -> TilePixels {
        let colours = pixels.bands - 1
        let size = PixelSize(width: pixels.width, height: pixels.height)
        return fill(size, bands: colours) { y, target in
            let source = pixels.rows[y]
            for x in 0..<pixels.width {
                let alpha = UInt32(source[x * pixels.bands + colours])
                for band in 0..<colours {
                    let sum =
                        UInt32(source[x * pixels.bands + band]) * alpha
                        + UInt32(background[band]) * (255 - alpha)
                    target[x * colours + band] = UInt8((sum + 127) / 255)
                }
            }
        }
    }

    private func fill(
        _ size: PixelSize, bands: Int,
        _ draw: (_ y: Int, _ row: UnsafeMutablePointer<UInt8>) -> Void
    ) -> TilePixels {
        let rowLength = size.width * bands
        if memory.count < rowLength * size.height {
            memory.deallocate()
            memory = .allocate(capacity: rowLength * size.height)
        }
        if rows.count < size.height {
            rows.deallocate()
            rows = .allocate(capacity: size.height)
        }
        // Both buffers have a base address: a tile has at least one pixel.
        let start = memory.baseAddress.unsafelyUnwrapped
        for y in 0..<size.height {
            let row = start + y * rowLength
            draw(y, row)
            rows.initializeElement(at: y, to: UnsafePointer(row))
        }
        return TilePixels(
            rows: UnsafePointer(rows.baseAddress.unsafelyUnwrapped), width: size.width,
            height: size.height, bands: bands)
    }
}
