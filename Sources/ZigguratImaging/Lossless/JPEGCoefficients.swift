internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// The coefficients of a JPEG, from which tiles are cut without decoding it.
///
/// `@unchecked Sendable`: one thread reads them before others get them; after that they never change.
final class JPEGCoefficients: @unchecked Sendable {
    let orientation: Orientation
    let grid: CoefficientGrid
    /// The part that is exported, in stored pixels.
    let region: PixelRegion
    let pointer: OpaquePointer
    private let file: SourceFile

    /// Opens the file and reads its header.
    ///
    /// - Parameter region: `nil` is the whole image.
    /// - Throws: ``LosslessRefusal`` if tiles cannot be cut out of it.
    init(
        path: String, orientation: Orientation, region: PixelRegion?
    ) throws(ZigguratError) {
        file = try SourceFile(path: path)
        var message = [CChar](repeating: 0, count: Int(ZIG_JPEG_MESSAGE_SIZE))
        guard let pointer = zig_jpeg_coefficients_open(file.descriptor, &message) else {
            throw ZigguratError(
                SourceFailure.invalidHeader, path, cause: .library(String(message: message)))
        }
        self.pointer = pointer
        let frame = zig_jpeg_coefficients_frame(pointer)
        let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
        let unit = PixelSize(width: Int(frame.unit_width), height: Int(frame.unit_height))
        self.orientation = orientation
        self.region =
            region ?? PixelRegion(x: 0, y: 0, width: size.width, height: size.height)
        grid = CoefficientGrid(
            unit: orientation.turned(unit), byteCount: Int(frame.coefficient_bytes))
        guard frame.components > 0 else {
            throw ZigguratError(LosslessRefusal(.needsColourConversion), path)
        }
        guard beginsAtBlock(unit) else {
            throw ZigguratError(
                LosslessRefusal(
                    region == nil ? .orientation(size, block: unit) : .crop(block: unit)), path)
        }
    }

    deinit {
        zig_jpeg_coefficients_close(pointer)
    }

    /// Whether the corner at which the turned image begins is one of blocks.
    private func beginsAtBlock(_ unit: PixelSize) -> Bool {
        let x = orientation.mirrorsX ? region.maxX : region.x
        let y = orientation.mirrorsY ? region.maxY : region.y
        return x.isMultiple(of: unit.width) && y.isMultiple(of: unit.height)
    }

    /// Reads all of them, once.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels.
    func read(
        allowsTruncated: Bool, isWanted: () -> Bool
    ) throws(ZigguratError) {
        let status = JPEGQuestion.ask(isWanted) { zig_jpeg_coefficients_read(pointer, $0, $1) }
        if status == ZIG_JPEG_CANCELLED { throw ZigguratError(Cancelled()) }
        guard status == 0 else {
            let message = String(cString: zig_jpeg_coefficients_message(pointer))
            throw ZigguratError(
                SourceFailure.invalidData(row: nil), file.path, cause: .library(message))
        }
        guard allowsTruncated || zig_jpeg_coefficients_are_truncated(pointer) == 0 else {
            throw ZigguratError(SourceFailure.truncated(row: nil, of: nil), file.path)
        }
    }
}
