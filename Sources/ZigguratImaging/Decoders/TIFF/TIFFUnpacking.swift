internal import CImageFormats
internal import CPixels
internal import ZigguratCore
internal import ZigguratSystem

/// How the samples in a block of a TIFF become pixels.
struct TIFFUnpacking: Sendable {
    private enum Method {
        /// They are pixels.
        case none
        /// 0 is white, in 16 bits.
        case inverted
        /// They do not end with bytes.
        case packed
        /// They are floating-point numbers.
        case floats
        /// They are numbers of a table.
        case table([UInt8])
        /// Each plane has one sample of every pixel.
        case planes
        /// Samples after those of the image are left out.
        case shortened
    }

    let pixels: StoredPixels
    /// Blocks that together hold all samples of their pixels.
    let planes: Int
    private let method: Method
    /// Bits of a sample, and samples of a pixel in a plane.
    private let bits: Int
    private let samples: Int
    /// Whether libtiff converts the samples to RGB.
    let isConverted: Bool
    /// Whether libvips reads this kind, and rightly.
    let isUsual: Bool

    /// - Returns: `nil` if libvips has to read these samples.
    init?(_ image: zig_tiff_image, of file: borrowing TIFFHandle) {
        guard let colours = StoredPixels.Colours(rawValue: Int(image.colours)) else { return nil }
        pixels = StoredPixels(
            colours: colours, hasAlpha: image.has_alpha != 0, sampleBytes: Int(image.sample_bytes),
            isPremultiplied: image.is_premultiplied != 0)
        let isPlanar = image.is_planar != 0
        bits = Int(image.bits)
        samples = isPlanar ? 1 : Int(image.samples)
        planes = isPlanar ? pixels.bands : 1
        isConverted = image.kind == ZIG_TIFF_YCBCR
        isUsual = image.is_usual != 0
        method =
            switch image.kind {
            case ZIG_TIFF_INVERTED: .inverted
            case ZIG_TIFF_PACKED: .packed
            case ZIG_TIFF_FLOAT: .floats
            case ZIG_TIFF_TABLE: .table(file.table(of: image))
            case _ where isPlanar: .planes
            default: samples > pixels.bands ? .shortened : .none
            }
    }

    /// Bits of a sample, if the file has fewer than pixels of two bytes.
    var statedBits: Int? { (9..<16).contains(bits) ? bits : nil }

    /// Whether pixels are floating-point numbers, which only libvips converts.
    var isFloat: Bool { pixels.sampleBytes == 4 }

    /// The bytes of scratch memory for a row of a block.
    func scratchBytes(width: Int) -> Int {
        width * max(pixels.bands, samples) * pixels.sampleBytes
    }

    /// The bytes of a block of each plane, and of the block as libtiff converts it.
    func blockBytes(_ size: PixelSize) -> Int {
        rowBytes(width: size.width) * size.height * planes + (isConverted ? 4 * size.pixelCount : 0)
    }

    /// Whether stored samples are pixels.
    var isNeeded: Bool { if case .none = method { false } else { true } }

    /// Bytes of a row of a plane of a block.
    func rowBytes(width: Int) -> Int { (width * samples * bits + 7) / 8 }

    /// The pixels of a part of a row.
    ///
    /// - Parameters:
    ///   - row: the row in the first plane.
    ///   - planeBytes: from one plane to the next.
    ///   - columns: of the block.
    ///   - scratch: room for a row of pixels of the block.
    /// - Returns: an address in the row or in the scratch memory.
    func unpack(
        _ row: UnsafePointer<UInt8>, planeBytes: Int, _ columns: Range<Int>,
        scratch: UnsafeMutablePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        let count = Int32(columns.count)
        let first = row + columns.lowerBound * samples * bits / 8
        switch method {
        case .none: return first
        case .inverted: zig_invert_row(first, scratch, 2 * count)
        case .packed:
            return unpackSamples(row, columns, scratch)
        case .floats:
            return unpackFloats(row, planeBytes, columns, scratch)
        case .table(let table):
            // A column can begin within a byte.
            zig_png_expand(
                row, scratch, Int32(columns.upperBound), Int32(bits), table, Int32(pixels.bands))
            return UnsafePointer(scratch + columns.lowerBound * pixels.bands)
        case .planes:
            zig_interleave_row(
                first, planeBytes, scratch, count, Int32(planes), Int32(pixels.sampleBytes))
        case .shortened:
            zig_shorten_pixels(
                first, scratch, count, Int32(samples * pixels.sampleBytes),
                Int32(pixels.bytesPerPixel))
        }
        return UnsafePointer(scratch)
    }

    private func unpackSamples(
        _ row: UnsafePointer<UInt8>, _ columns: Range<Int>,
        _ scratch: UnsafeMutablePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        let first = Int32(columns.lowerBound * samples)
        let count = columns.count * samples
        if pixels.sampleBytes == 1 {
            zig_unpack_narrow_row(row, scratch, first, Int32(count), Int32(bits))
        } else {
            scratch.withMemoryRebound(to: UInt16.self, capacity: count) {
                zig_unpack_row(row, $0, first, Int32(count), Int32(bits))
            }
        }
        if samples > pixels.bands {
            // Pixels move to the front, so that they can stay in their memory.
            zig_shorten_pixels(
                scratch, scratch, Int32(columns.count), Int32(samples * pixels.sampleBytes),
                Int32(pixels.bytesPerPixel))
        }
        return UnsafePointer(scratch)
    }

    private func unpackFloats(
        _ row: UnsafePointer<UInt8>, _ planeBytes: Int, _ columns: Range<Int>,
        _ scratch: UnsafeMutablePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        let first = row + columns.lowerBound * samples * bits / 8
        scratch.withMemoryRebound(to: Float.self, capacity: columns.count * pixels.bands) {
            for band in 0..<pixels.bands {
                zig_float_row(
                    planes > 1 ? first + band * planeBytes : first + band * bits / 8,
                    Int32(samples), $0 + band, Int32(pixels.bands), Int32(columns.count),
                    Int32(bits))
            }
        }
        return UnsafePointer(scratch)
    }
}
