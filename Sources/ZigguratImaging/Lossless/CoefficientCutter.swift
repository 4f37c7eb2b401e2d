internal import CImageFormats
package import ZigguratCore
package import ZigguratSystem

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
                EncodingFailure.failed(.jpeg), cause: .library(String(message: message)))
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
            throw ZigguratError(EncodingFailure.failed(.jpeg), cause: .library(message))
        }
        return UnsafeRawBufferPointer(start: bytes, count: length)
    }
}
