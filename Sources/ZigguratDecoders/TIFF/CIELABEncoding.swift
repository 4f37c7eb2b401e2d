internal import CImageFormats
internal import Glibc
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
            if self == .unsigned { CIELABWhite.adapt(colour) }
            // As in other images, the upper bits of alpha are kept.
            if bands == 4 { colour[3] = Float(pixel[3] >> (Sample.bitWidth - 8)) }
        }
    }
}

/// The white point of CIELAB. ICC profiles use D50; CIELAB in libvips uses D65.
private enum CIELABWhite {
    /// The white point D50. Source: ICC.1:2010, 7.2.16.
    private static let d50 = SIMD3<Float>(0.9642, 1, 0.8249)
    /// The white point D65 of libvips.
    private static let d65 = SIMD3<Float>(0.950470, 1, 1.088827)
    /// The columns of the Bradford matrix from D50 to D65. Source: ICC.1:2010, annex E.
    private static let columns = matrix()

    private static func matrix() -> [SIMD3<Float>] {
        let cones: [SIMD3<Float>] = [
            [0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296],
        ]
        // The inverse of the Bradford matrix.
        let back: [SIMD3<Float>] = [
            [0.9869929, 0.4323053, -0.0085287], [-0.1470543, 0.5183603, 0.0400428],
            [0.1599627, 0.0492912, 0.9684867],
        ]
        let scale = product(cones, d65) / product(cones, d50)
        return cones.map { product(back, $0 * scale) }
    }

    private static func product(
        _ columns: [SIMD3<Float>], _ vector: SIMD3<Float>
    ) -> SIMD3<Float> {
        columns[0] * vector.x + columns[1] * vector.y + columns[2] * vector.z
    }

    /// Converts L, a and b from the white D50 to the white D65. Source: CIE 15, 8.2.1.
    static func adapt(_ colour: UnsafeMutablePointer<Float>) {
        let y = (colour[0] + 16) / 116
        let stored = SIMD3(y + colour[1] / 500, y, y - colour[2] / 200)
        let light = map(stored) { part in
            part > 6 / 29 ? part * part * part : (part - 4 / 29) * 108 / 841
        }
        let adapted = map(product(columns, d50 * light) / d65) { part in
            part > 216 / 24_389 ? cbrtf(part) : part * 841 / 108 + 4 / 29
        }
        colour[0] = 116 * adapted.y - 16
        colour[1] = 500 * (adapted.x - adapted.y)
        colour[2] = 200 * (adapted.y - adapted.z)
    }

    private static func map(
        _ vector: SIMD3<Float>, _ convert: (Float) -> Float
    ) -> SIMD3<Float> {
        SIMD3(convert(vector.x), convert(vector.y), convert(vector.z))
    }
}
