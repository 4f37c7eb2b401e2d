internal import CPixels
internal import ZigguratCore
internal import ZigguratImaging

/// A buffer for a tile whose pixels differ from the ring: padded, flattened, turned, or with other
/// samples. The contents of the buffer are valid until the next call.
final class TileScratch {
    private var memory: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 0)
    private var addresses: UnsafeMutableBufferPointer<UnsafePointer<UInt8>> = .allocate(capacity: 0)

    deinit {
        memory.deallocate()
        addresses.deallocate()
    }

    /// Copies a tile into a larger tile and fills the rest with background.
    ///
    /// - Parameter background: a pixel of 8-bit samples; wider samples repeat each byte.
    func padded(
        _ pixels: TilePixels, to size: PixelSize, at start: PixelShift = .zero, background: [UInt8]
    ) -> TilePixels {
        let (length, sampleBytes) = (pixels.bytesPerPixel, pixels.sampleBytes)
        func fill(_ columns: Range<Int>, of row: UnsafeMutablePointer<UInt8>) {
            for x in columns {
                for byte in 0..<length { row[x * length + byte] = background[byte / sampleBytes] }
            }
        }
        return rows(size, bands: pixels.bands, sampleBytes: sampleBytes) { y, target in
            guard (start.y..<start.y + pixels.height).contains(y) else {
                return fill(0..<size.width, of: target)
            }
            fill(0..<start.x, of: target)
            (target + start.x * length).update(
                from: pixels.rows[y - start.y], count: pixels.width * length)
            fill(start.x + pixels.width..<size.width, of: target)
        }
    }

    /// Returns a blank tile.
    ///
    /// - Parameter background: a pixel of 8-bit samples; wider samples repeat each byte.
    func plain(_ size: PixelSize, background: [UInt8], sampleBytes: Int = 1) -> TilePixels {
        let length = background.count * sampleBytes
        return rows(size, bands: background.count, sampleBytes: sampleBytes) { _, target in
            for x in 0..<size.width {
                for byte in 0..<length {
                    target[x * length + byte] = background[byte / sampleBytes]
                }
            }
        }
    }

    /// Blends colours with the background by alpha, the last band, and removes that band.
    func flattened(_ pixels: TilePixels, background: [UInt8]) -> TilePixels {
        let colours = pixels.bands - 1
        return rows(pixels.size, bands: colours) { y, target in
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

    /// Turns a tile.
    func turned(_ pixels: TilePixels, _ orientation: Orientation) -> TilePixels {
        let turned = rows(
            orientation.turned(pixels.size), bands: pixels.bands, sampleBytes: pixels.sampleBytes
        ) { _, _ in }
        // Both buffers have an address, and the rows in the memory are evenly spaced.
        let start = memory.baseAddress.unsafelyUnwrapped
        let stride = turned.height > 1 ? turned.rows[1] - turned.rows[0] : 0
        zig_turn(
            pixels.rows, Int32(pixels.width), Int32(pixels.height), Int32(pixels.bytesPerPixel),
            zig_turns(
                swaps_axes: orientation.swapsAxes ? 1 : 0, mirrors_x: orientation.mirrorsX ? 1 : 0,
                mirrors_y: orientation.mirrorsY ? 1 : 0), start, stride)
        return turned
    }

    /// Returns the most significant bytes of 16-bit samples.
    func narrowed(_ pixels: TilePixels) -> TilePixels {
        rows(pixels.size, bands: pixels.bands) { y, target in
            zig_narrow_row(pixels.rows[y], target, Int32(pixels.width * pixels.bands))
        }
    }

    /// Returns 16-bit samples with the most significant byte first.
    func swapped(_ pixels: TilePixels) -> TilePixels {
        rows(pixels.size, bands: pixels.bands, sampleBytes: 2) { y, target in
            zig_swap_row(pixels.rows[y], target, Int32(pixels.width * pixels.bands))
        }
    }

    /// Returns pixels whose rows a closure fills.
    func rows(
        _ size: PixelSize, bands: Int, sampleBytes: Int = 1,
        _ draw: (_ y: Int, _ row: UnsafeMutablePointer<UInt8>) -> Void
    ) -> TilePixels {
        // Each row begins at a whole word, so 16-bit samples are aligned.
        let rowLength = (size.width * bands * sampleBytes + 7) / 8 * 8
        if memory.count < rowLength * size.height {
            memory.deallocate()
            memory = .allocate(capacity: rowLength * size.height)
        }
        if addresses.count < size.height {
            addresses.deallocate()
            addresses = .allocate(capacity: size.height)
        }
        // A tile has at least one pixel, so both buffers have a base address.
        let start = memory.baseAddress.unsafelyUnwrapped
        for y in 0..<size.height {
            let row = start + y * rowLength
            draw(y, row)
            addresses.initializeElement(at: y, to: UnsafePointer(row))
        }
        return TilePixels(
            rows: UnsafePointer(addresses.baseAddress.unsafelyUnwrapped), width: size.width,
            height: size.height, bands: bands, sampleBytes: sampleBytes)
    }
}
