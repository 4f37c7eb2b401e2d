internal import CImageFormats
internal import ZigguratCore
internal import ZigguratImaging

/// The encoding of CIELAB in a TIFF, by the number of the photometric interpretation.
enum CIELABEncoding: Int, Sendable {
    /// L is an unsigned number; a and b are signed numbers. Source: TIFF 6.0, section 23.
    case signed = 8
    /// L, a and b are unsigned numbers, as in ICC profiles. Source: TIFF Technical Note 4 (1995)
    /// for 8 bits; ICC.1:2010, 6.3.4.2, for 16 bits in version 2.
    case unsigned = 9

    /// Whether libvips reads an image in this encoding correctly. Floating-point samples, which
    /// libvips writes, are L, a and b themselves.
    func isReadByVips(_ image: borrowing TIFFHandle) -> Bool {
        guard self == .signed, !image.hasPlanes else { return false }
        return image.format == ZIG_TIFF_REAL
            ? image.bits >= 32 : [8, 16].contains(image.bits) && image.samples == 3
    }
}

extension CIELABEncoding {
    /// Returns a reader that converts encoded CIELAB, with or without alpha, to floating-point
    /// numbers: L from 0 to 100, a, b, and alpha from 0 to 255.
    ///
    /// - Parameter reader: a reader of three or four bands with 8-bit or 16-bit samples.
    func converting(_ reader: any RowReader) -> StoredRows {
        let (width, bands) = (reader.size.width, reader.bands)
        let isWide = reader.sampleBytes == 2
        let pixels = StoredPixels(colours: .rgb, hasAlpha: bands == 4, sampleBytes: 4)
        let rows = ConvertingRowReader(
            reader, bands: bands, sampleBytes: pixels.sampleBytes
        ) { row, target in
            target.withMemoryRebound(to: Float.self, capacity: width * bands) { target in
                guard isWide else { return convert(row, to: target, width, bands) }
                row.withMemoryRebound(to: UInt16.self, capacity: width * bands) {
                    convert($0, to: target, width, bands)
                }
            }
        }
        return (rows, pixels)
    }

    private func convert<Sample: FixedWidthInteger & UnsignedInteger>(
        _ row: UnsafePointer<Sample>, to target: UnsafeMutablePointer<Float>, _ width: Int,
        _ bands: Int
    ) {
        let half: Sample = 1 << (Sample.bitWidth - 1)
        let shift: Sample = self == .signed ? half : 0
        let step = Float(half) / 128
        // In 16 bits, L is 100 at 65,280 in the encoding of profiles.
        let white = self == .signed ? Float(Sample.max) : 255 * step
        for x in 0..<width {
            let (pixel, colour) = (row + x * bands, target + x * bands)
            colour[0] = Float(pixel[0]) * 100 / white
            colour[1] = (Float(pixel[1] &+ shift) - Float(half)) / step
            colour[2] = (Float(pixel[2] &+ shift) - Float(half)) / step
            // As in other images, the upper bits of alpha are kept.
            if bands == 4 { colour[3] = Float(pixel[3] >> (Sample.bitWidth - 8)) }
        }
    }
}
