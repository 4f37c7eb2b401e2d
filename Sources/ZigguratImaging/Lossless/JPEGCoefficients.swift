internal import CImageFormats
package import ZigguratCore
package import ZigguratSystem

/// The coefficients of a JPEG, from which tiles are cut without decoding.
///
/// Coefficients are read together with the rows of the image, and stay in memory as long as the
/// pyramid needs the rows. If tiles need coefficients in another order, all coefficients are read
/// at once.
///
/// `@unchecked Sendable`: one thread reads coefficients. Other threads use the coefficients of rows
/// that ``PyramidSchedule`` assigns to them. These coefficients do not change meanwhile.
package final class JPEGCoefficients: @unchecked Sendable {
    package let orientation: Orientation
    package let grid: CoefficientGrid
    /// The exported part, in stored pixels.
    package let region: PixelRegion
    package let reader: JPEGReader
    package let path: String

    /// - Parameters:
    ///   - reader: a reader that has read no rows. Afterwards the reader cannot read the file
    ///     without the coefficients.
    ///   - region: the exported part; `nil` for the whole image.
    ///   - isReadDirectly: whether a ``JPEGRowReader`` reads the rows.
    /// - Throws: ``LosslessError`` if tiles cannot be cut out of the file.
    package init(
        _ reader: JPEGReader, orientation: Orientation, region: PixelRegion?, isReadDirectly: Bool
    ) throws(ZigguratError) {
        path = reader.file.path
        self.orientation = orientation
        self.reader = reader
        var frame = zig_jpeg_frame()
        guard zig_jpeg_reader_measure(reader.pointer, &frame) == 0 else {
            throw ZigguratError(SourceError.invalidHeader, path, cause: reader.failureCause)
        }
        let (size, unit) = (
            reader.size,
            PixelSize(width: Int(frame.unit_width), height: Int(frame.unit_height))
        )
        guard unit.width > 0 else {
            throw ZigguratError(LosslessError(.needsColourConversion), path)
        }
        let part = region ?? PixelRegion(whole: size)
        self.region = part
        grid = CoefficientGrid(
            unit: orientation.turned(unit), imageHeight: size.height,
            rowBytes: Int(frame.bytes_per_unit_row) / unit.height, isReadDirectly: isReadDirectly,
            isInScans: reader.isInScans)
        // The corner of the stored image at which the turned image begins.
        let x = orientation.mirrorsX ? part.maxX : part.x
        let y = orientation.mirrorsY ? part.maxY : part.y
        guard x.isMultiple(of: unit.width), y.isMultiple(of: unit.height) else {
            throw ZigguratError(
                LosslessError(
                    region == nil ? .orientation(size, block: unit) : .crop(block: unit)), path)
        }
    }

    /// Sets how many coefficients stay in memory. Call it before a row reader reads them. All
    /// coefficients of a progressive file stay in memory.
    ///
    /// - Parameter rowCount: the number of full-resolution rows in use.
    package func keep(rowsInUse rowCount: Int) {
        zig_jpeg_reader_keep(reader.pointer, Int32(rowCount))
    }

    /// Reads all coefficients. Call it once, and only if no row reader reads coefficients.
    ///
    /// - Parameter isWanted: called from time to time; returns `false` to cancel.
    package func read(
        allowsDamaged: Bool, isWanted: () -> Bool
    ) throws(ZigguratError) {
        let status = CancellationCallback.ask(isWanted) {
            zig_jpeg_reader_read_coefficients(reader.pointer, $0, $1)
        }
        if status == ZIG_JPEG_CANCELLED { throw ZigguratError(Cancelled()) }
        guard status == 0 else {
            throw reader.failure(row: nil)
        }
        guard allowsDamaged || !reader.isTruncated else {
            throw ZigguratError(
                SourceError.truncated(
                    row: reader.lostRow, of: reader.lostRow.map { _ in reader.size.height }), path)
        }
        guard allowsDamaged || !reader.isDamaged else {
            throw ZigguratError(
                SourceError.invalidData(row: reader.lostRow), path, cause: reader.failureCause)
        }
    }
}

/// Cuts tiles out of a JPEG without decoding. A tile contains coefficients of the source and has
/// its own Huffman tables. Only one thread uses a cutter.
package final class CoefficientCutter {
    private let source: JPEGCoefficients
    private let cutter: OpaquePointer

    package init(
        _ source: JPEGCoefficients, _ encoding: TileEncoding, profile: [UInt8]
    ) throws(ZigguratError) {
        let orientation = source.orientation
        let turn = zig_jpeg_turn(
            swaps_axes: orientation.swapsAxes ? 1 : 0, mirrors_x: orientation.mirrorsX ? 1 : 0,
            mirrors_y: orientation.mirrorsY ? 1 : 0)
        var message = [CChar](repeating: 0, count: Int(ZIG_JPEG_MESSAGE_SIZE))
        let cutter = zig_jpeg_cutter_create(
            source.reader.pointer, turn, encoding.progressive ? 1 : 0, profile, profile.count,
            &message)
        guard let cutter else {
            throw ZigguratError(
                EncoderError.failed(.jpeg), cause: .library(String(message: message)))
        }
        self.source = source
        self.cutter = cutter
    }

    deinit {
        zig_jpeg_cutter_destroy(cutter)
    }

    /// Cuts a tile.
    ///
    /// - Parameters:
    ///   - turned: the region of the turned image, at full resolution.
    ///   - size: the size of the tile; `nil` for the size of the region. The mean colours of the
    ///     blocks at the edges fill the padding.
    /// - Returns: the bytes of a JPEG, valid until the next call.
    package func cut(
        _ turned: PixelRegion, paddedTo size: PixelSize? = nil
    ) throws(ZigguratError) -> UnsafeRawBufferPointer {
        let size = size ?? turned.size
        let part = source.orientation.stored(turned, in: source.region.size)
        let region = zig_jpeg_region(
            x: Int32(source.region.x + part.x), y: Int32(source.region.y + part.y),
            width: Int32(part.width), height: Int32(part.height))
        var length = 0
        let bytes = zig_jpeg_cutter_cut(
            cutter, source.reader.pointer, region, Int32(size.width), Int32(size.height), &length)
        guard let bytes else {
            let message = String(cString: zig_jpeg_cutter_message(cutter))
            throw ZigguratError(EncoderError.failed(.jpeg), cause: .library(message))
        }
        return UnsafeRawBufferPointer(start: bytes, count: length)
    }
}
