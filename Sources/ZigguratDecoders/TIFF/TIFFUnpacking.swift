internal import CImageFormats
internal import CPixels
internal import CVips
internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// The conversion of samples in a TIFF block to pixels. Samples are converted to 8 or 16 bits, the
/// samples of the image are picked, and then a palette or an inversion is applied.
package struct TIFFUnpacking: Sendable {
    private enum Coding {
        /// Samples have 8 or 16 bits.
        case whole
        /// Samples have other numbers of bits, and cross byte boundaries.
        case packed
        /// Samples are numbers that do not state which values are black and white.
        case numbers(zig_number)
        /// Pixels have one sample, which is an index into a table.
        case table([UInt8])
    }

    package let pixels: StoredPixels
    /// The indices of the stored samples of a pixel that are used, in the order of the bands.
    private let used: [Int]
    private let isPlanar: Bool
    private let coding: Coding
    /// The palette of the first sample, if other samples follow it.
    private let palette: [UInt8]?
    /// Whether 0 is white.
    private let isInverted: Bool
    /// Bits per sample; `samples` is the number of samples of a pixel in a plane.
    private let bits: Int
    private let samples: Int
    /// The encoding of CIELAB, which only libvips converts to RGB; `nil` for other colours.
    let cielab: CIELABEncoding?
    /// Whether libtiff converts the samples to RGB.
    let isConverted: Bool
    /// Whether libvips reads images of this kind correctly.
    let isUsual: Bool

    /// - Returns: `nil` if libvips has to read the samples.
    init?(_ image: zig_tiff_image, of file: borrowing TIFFHandle) {
        guard let colours = StoredPixels.Colours(rawValue: Int(image.colours)) else { return nil }
        pixels = StoredPixels(
            colours: colours, hasAlpha: image.alpha_sample >= 0,
            sampleBytes: Int(image.sample_bytes),
            isPremultiplied: image.is_premultiplied != 0,
            isLight: image.kind == ZIG_TIFF_NUMBER && image.format == ZIG_TIFF_REAL
                && colours == .rgb)
        used =
            Array(0..<Int(image.colour_samples))
            + (image.alpha_sample >= 0 ? [Int(image.alpha_sample)] : [])
        isPlanar = image.is_planar != 0
        bits = Int(image.bits)
        samples = isPlanar ? 1 : Int(image.samples)
        cielab = CIELABEncoding(rawValue: file.photometric)
        isConverted = image.kind == ZIG_TIFF_YCBCR
        isUsual = image.is_usual != 0
        palette = image.has_palette != 0 ? file.table(of: image) : nil
        isInverted = image.is_inverted != 0
        coding =
            switch image.kind {
            case ZIG_TIFF_PACKED: .packed
            case ZIG_TIFF_NUMBER: .numbers(zig_number(image))
            case ZIG_TIFF_TABLE: .table(file.table(of: image))
            default: .whole
            }
    }

    /// The numbers of the planes with the used samples, in the order of the bands; one number if
    /// all samples are in one plane.
    var planeNumbers: [Int] { isPlanar ? used : [0] }

    /// The number of planes that are read.
    var planes: Int { isPlanar ? used.count : 1 }

    /// Bits per sample as the file states them, if between 8 and 16.
    var statedBits: Int? { (9..<16).contains(bits) ? bits : nil }

    /// Bits per sample of the header if they differ from the bits of the pixels' samples.
    var headerBits: Int? {
        if case .numbers(ZIG_INT16) = coding { bits } else { statedBits }
    }

    /// The type of integers that are multiplied by alpha and have no range; `nil` for other samples.
    var associatedFormat: VipsBandFormat? {
        guard pixels.isPremultiplied, case .numbers(let kind) = coding else { return nil }
        return switch kind {
        case ZIG_INT16: VIPS_FORMAT_SHORT
        case ZIG_INT32: VIPS_FORMAT_INT
        case ZIG_UINT32: VIPS_FORMAT_UINT
        default: nil
        }
    }

    /// Whether a row of a block is a row of pixels without further conversion.
    var storesPixels: Bool {
        guard case .whole = coding else { return false }
        return !isPlanar && used.count == samples && palette == nil && !isInverted && cielab == nil
    }

    private var isPacked: Bool { if case .packed = coding { true } else { false } }

    /// The bytes of scratch memory for a row of a block. Packed planes need additional memory,
    /// because their samples are unpacked beside the pixels.
    func scratchBytes(width: Int) -> Int {
        let unpacked = isPlanar && isPacked ? planes : 0
        return width * (max(pixels.bands, samples) + unpacked) * pixels.sampleBytes
    }

    /// The bytes of a block of each plane, and of the block that libtiff has converted to RGB.
    func blockBytes(_ size: PixelSize) -> Int {
        rowBytes(width: size.width) * size.height * planes + (isConverted ? 4 * size.pixelCount : 0)
    }

    /// The bytes of a row of a block in one plane.
    package func rowBytes(width: Int) -> Int { (width * samples * bits + 7) / 8 }

    /// Undoes the floating-point predictor of a decoded row.
    ///
    /// - Parameters:
    ///   - rowBytes: the bytes of the row.
    ///   - scratch: a buffer of as many bytes.
    func undoPredictor(
        _ row: UnsafeMutablePointer<UInt8>, rowBytes: Int, scratch: UnsafeMutablePointer<UInt8>
    ) {
        zig_undo_float_predictor(
            row, scratch, Int32(rowBytes / (bits / 8)), Int32(samples), Int32(bits / 8))
    }

    /// Converts a part of a row to pixels.
    ///
    /// - Parameters:
    ///   - row: the row in the first plane.
    ///   - planeBytes: the distance from one plane to the next in bytes.
    ///   - columns: the columns of the block.
    ///   - scratch: a buffer of ``scratchBytes(width:)`` bytes.
    /// - Returns: the address of the pixels, in the row or in the scratch memory.
    func unpack(
        _ row: UnsafePointer<UInt8>, planeBytes: Int, _ columns: Range<Int>,
        scratch: UnsafeMutablePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        switch coding {
        case .numbers(let kind):
            // Such a row is a row of pixels.
            if kind == ZIG_SINGLE, !isPlanar, used.count == samples {
                return row + columns.lowerBound * pixels.bytesPerPixel
            }
            return unpackNumbers(kind, row, planeBytes, columns, scratch)
        case .table(let table):
            // A column can begin within a byte.
            zig_png_expand(
                row, scratch, Int32(columns.upperBound), Int32(bits), table, Int32(pixels.bands))
            return UnsafePointer(scratch + columns.lowerBound * pixels.bands)
        case .whole, .packed:
            let picked = pick(row, planeBytes, columns, scratch)
            return coloured(picked, count: columns.count, scratch)
        }
    }

    /// Picks the used samples of a part of a row, in 8 or 16 bits each.
    private func pick(
        _ row: UnsafePointer<UInt8>, _ planeBytes: Int, _ columns: Range<Int>,
        _ scratch: UnsafeMutablePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        let (count, sampleBytes) = (columns.count, pixels.sampleBytes)
        guard isPlanar else {
            var source = row + columns.lowerBound * samples * bits / 8
            if isPacked {
                unpackSamples(row, columns, scratch)
                source = UnsafePointer(scratch)
            }
            guard used.count < samples else { return source }
            let leading = used.count - (pixels.hasAlpha ? 1 : 0)
            zig_pick_samples(
                source, scratch, Int32(count), Int32(samples * sampleBytes),
                Int32(leading * sampleBytes), Int32((used.last ?? 0) * sampleBytes),
                pixels.hasAlpha ? Int32(sampleBytes) : 0)
            return UnsafePointer(scratch)
        }
        var (source, distance) = (row + columns.lowerBound * bits / 8, planeBytes)
        if isPacked {
            let unpacked = scratch + count * pixels.bands * sampleBytes
            distance = count * sampleBytes
            for plane in 0..<planes {
                unpackSamples(row + plane * planeBytes, columns, unpacked + plane * distance)
            }
            source = UnsafePointer(unpacked)
        }
        zig_interleave_row(
            source, distance, scratch, Int32(count), Int32(planes), Int32(sampleBytes))
        return UnsafePointer(scratch)
    }

    /// Applies the inversion or the palette to picked samples, which may be in the scratch memory.
    private func coloured(
        _ picked: UnsafePointer<UInt8>, count: Int, _ scratch: UnsafeMutablePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        if isInverted {
            zig_invert_colours(
                picked, scratch, Int32(count), Int32(pixels.bytesPerPixel),
                Int32(pixels.colours.rawValue * pixels.sampleBytes))
        } else if let palette {
            if picked != UnsafePointer(scratch) {
                scratch.update(from: picked, count: count * used.count)
            }
            zig_apply_palette(
                scratch, Int32(count), palette, Int32(pixels.colours.rawValue),
                pixels.hasAlpha ? 1 : 0)
        } else {
            return picked
        }
        return UnsafePointer(scratch)
    }

    private func unpackSamples(
        _ row: UnsafePointer<UInt8>, _ columns: Range<Int>,
        _ output: UnsafeMutablePointer<UInt8>
    ) {
        let first = Int32(columns.lowerBound * samples)
        let count = columns.count * samples
        if pixels.sampleBytes == 1 {
            zig_unpack_narrow_row(row, output, first, Int32(count), Int32(bits))
        } else {
            output.withMemoryRebound(to: UInt16.self, capacity: count) {
                zig_unpack_row(row, $0, first, Int32(count), Int32(bits))
            }
        }
    }

    private func unpackNumbers(
        _ kind: zig_number, _ row: UnsafePointer<UInt8>, _ planeBytes: Int, _ columns: Range<Int>,
        _ scratch: UnsafeMutablePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        let first = row + columns.lowerBound * samples * bits / 8
        scratch.withMemoryRebound(to: Float.self, capacity: columns.count * pixels.bands) {
            for band in 0..<pixels.bands {
                zig_number_row(
                    isPlanar ? first + band * planeBytes : first + used[band] * bits / 8,
                    Int32(samples), $0 + band, Int32(pixels.bands), Int32(columns.count), kind)
            }
        }
        return UnsafePointer(scratch)
    }
}

extension zig_number {
    fileprivate init(_ image: zig_tiff_image) {
        self =
            switch (image.format, image.bits) {
            case (ZIG_TIFF_REAL, 16): ZIG_HALF
            case (ZIG_TIFF_REAL, 32): ZIG_SINGLE
            case (ZIG_TIFF_REAL, _): ZIG_DOUBLE
            case (ZIG_TIFF_SIGNED, 16): ZIG_INT16
            case (ZIG_TIFF_SIGNED, _): ZIG_INT32
            default: ZIG_UINT32
            }
    }
}
