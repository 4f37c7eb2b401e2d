internal import CImageFormats
internal import CVips
package import ZigguratCore
package import ZigguratImaging
internal import ZigguratSources
package import ZigguratSystem

/// A part of a level that is assembled from encoded tiles, then resized, turned and encoded.
package struct RegionImage {
    /// The colours of the result.
    package enum Quality: String, Hashable, Sendable, CaseIterable {
        case color, gray, bitonal
    }

    /// The size in level pixels.
    package let size: PixelSize
    /// The number of bands: 3, or 4 with alpha.
    private let bands: Int
    private var samples: [UInt8]

    /// Creates an empty image.
    ///
    /// - Parameter isOpaque: whether no tile has alpha.
    package init(size: PixelSize, isOpaque: Bool) {
        self.size = size
        bands = isOpaque ? 3 : 4
        samples = [UInt8](repeating: 0, count: size.pixelCount * bands)
    }

    /// Creates an image with the pixels of a block, as 8-bit samples.
    init(_ block: PixelBlock) {
        size = block.size
        let stored = block.narrowSamples
        guard block.bands < 3 else {
            (bands, samples) = (block.bands, stored)
            return
        }
        bands = block.bands == 1 ? 3 : 4
        samples = []
        samples.reserveCapacity(size.pixelCount * bands)
        for pixel in stride(from: 0, to: stored.count, by: block.bands) {
            for _ in 0..<3 { samples.append(stored[pixel]) }
            if bands == 4 { samples.append(stored[pixel + 1]) }
        }
    }

    /// Copies a part of a tile.
    ///
    /// - Parameters:
    ///   - bytes: the encoded tile.
    ///   - origin: the position of the part in the tile.
    ///   - cell: the position and size of the part in this image.
    /// - Throws: ``ZigguratError`` without a subject if the tile cannot be decoded.
    package mutating func place(
        _ bytes: [UInt8], from origin: (x: Int, y: Int), to cell: PixelRegion
    ) throws(ZigguratError) {
        guard !placeJPEG(bytes, from: origin, to: cell) else { return }
        try VipsRuntime.start()
        let (bands, width) = (bands, size.width)
        var target = samples
        samples = []
        defer { samples = target }
        try TileImage.withImage(bytes, isStrict: true) { tile throws(ZigguratError) in
            let image = try ColourConversion(keepsAlpha: bands == 4, background: .white)
                .apply(to: tile).to(VIPS_INTERPRETATION_sRGB)
            let tileBands = image.bands
            guard [3, 4].contains(tileBands), image.width >= origin.x + cell.width,
                image.height >= origin.y + cell.height
            else { throw ZigguratError(TileImageError.tooSmall) }
            do throws(DecoderMessages) {
                try image.withSamples { source in
                    for y in 0..<cell.height {
                        var from = ((origin.y + y) * image.width + origin.x) * tileBands
                        var to = ((cell.y + y) * width + cell.x) * bands
                        for _ in 0..<cell.width {
                            for band in 0..<3 { target[to + band] = source[from + band] }
                            if bands == 4 {
                                target[to + 3] = tileBands == 4 ? source[from + 3] : 255
                            }
                            from += tileBands
                            to += bands
                        }
                    }
                }
            } catch {
                throw ZigguratError(TileImageError.invalidData, cause: error.cause)
            }
        }
    }

    /// Copies a part of a JPEG. Only the part is decoded.
    ///
    /// - Returns: `false` if the tile is not a JPEG or its colours need a conversion.
    private mutating func placeJPEG(
        _ bytes: [UInt8], from origin: (x: Int, y: Int), to cell: PixelRegion
    ) -> Bool {
        precondition(
            cell.x >= 0 && cell.y >= 0 && cell.maxX <= size.width && cell.maxY <= size.height,
            "the cell is inside the image")
        guard bands == 3, TileFormat(of: bytes) == .jpeg,
            let x = Int32(exactly: origin.x), let y = Int32(exactly: origin.y)
        else { return false }
        let stride = size.width * bands
        let part = zig_jpeg_part(
            x: x, y: y, width: Int32(cell.width), height: Int32(cell.height))
        return samples.withUnsafeMutableBufferPointer { target in
            guard let start = target.baseAddress else { return false }
            let first = start + cell.y * stride + cell.x * bands
            return zig_jpeg_decode_part(bytes, bytes.count, part, first, stride) == 0
        }
    }

    /// Resamples, turns and encodes the image.
    ///
    /// - Parameters:
    ///   - target: the size before the image is turned, in pixels.
    ///   - isMirrored: whether the image is mirrored from left to right before the rotation.
    ///   - background: the colour behind a transparent image if the format has no alpha.
    package func encoded(
        _ encoding: TileEncoding, size target: PixelSize, isMirrored: Bool = false,
        rotation: SourceRequest.Rotation = .none, quality: Quality = .color,
        background: RGBColor = .white
    ) throws(ZigguratError) -> [UInt8] {
        let scratch = TileScratch()
        let (pixels, resampler) = (rows(in: scratch), TileResampler())
        let scaled = target == size ? pixels : try resampler.resampled(pixels, to: target)
        let (flattened, toned, turned) = (TileScratch(), TileScratch(), TileScratch())
        var result = scaled
        if bands == 4, !encoding.format.keepsAlpha || quality == .bitonal {
            result = flattened.flattened(result, background: background.pixel(bands: 3))
        }
        if quality != .color { result = Self.grey(result, quality, in: toned) }
        let orientation = Orientation(exif: isMirrored ? 2 : 1)
            .followed(by: Orientation(rotation))
        if orientation != .upright { result = turned.turned(result, orientation) }
        let encoder = try TileEncoders.make(for: encoding, bands: result.bands)
        return try withExtendedLifetime((scratch, resampler, flattened, toned, turned)) {
            () throws(ZigguratError) in [UInt8](try encoder.encode(result))
        }
    }

    private func rows(in scratch: TileScratch) -> TilePixels {
        let length = size.width * bands
        return samples.withUnsafeBufferPointer { source in
            scratch.rows(size, bands: bands) { y, row in
                _ = UnsafeMutableBufferPointer(start: row, count: length)
                    .update(fromContentsOf: source[y * length..<(y + 1) * length])
            }
        }
    }

    /// Converts pixels to grey by the luma of Rec. 601. Bitonal pixels are black below the middle
    /// of the range.
    private static func grey(
        _ pixels: TilePixels, _ quality: Quality, in scratch: TileScratch
    ) -> TilePixels {
        let (bands, hasAlpha) = (pixels.bands, pixels.bands == 4)
        let newBands = hasAlpha ? 2 : 1
        return scratch.rows(pixels.size, bands: newBands) { y, row in
            let source = pixels.rows[y]
            for x in 0..<pixels.width {
                let (red, green, blue) = (
                    Int(source[x * bands]), Int(source[x * bands + 1]), Int(source[x * bands + 2])
                )
                let luma = (299 * red + 587 * green + 114 * blue + 500) / 1000
                row[x * newBands] = quality == .bitonal ? (luma < 128 ? 0 : 255) : UInt8(luma)
                if hasAlpha { row[x * newBands + 1] = source[x * bands + 3] }
            }
        }
    }
}
