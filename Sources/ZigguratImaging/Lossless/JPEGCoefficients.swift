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
    let reader: JPEGReader
    private let path: String

    /// Opens the file and reads its header.
    ///
    /// - Parameter region: `nil` is the whole image.
    /// - Throws: ``LosslessRefusal`` if tiles cannot be cut out of it.
    init(
        path: String, orientation: Orientation, region: PixelRegion?
    ) throws(ZigguratError) {
        self.path = path
        self.orientation = orientation
        reader = try JPEGReader(SourceFile(path: path))
        var frame = zig_jpeg_frame()
        guard zig_jpeg_reader_measure(reader.pointer, &frame) == 0 else {
            throw ZigguratError(SourceFailure.invalidHeader, path, cause: reader.failureCause)
        }
        let (size, unit) = (
            reader.size,
            PixelSize(width: Int(frame.unit_width), height: Int(frame.unit_height))
        )
        let part = region ?? PixelRegion(x: 0, y: 0, width: size.width, height: size.height)
        self.region = part
        grid = CoefficientGrid(
            unit: orientation.turned(unit), byteCount: Int(frame.coefficient_bytes))
        guard unit.width > 0 else {
            throw ZigguratError(LosslessRefusal(.needsColourConversion), path)
        }
        // The corner at which the turned image begins.
        let x = orientation.mirrorsX ? part.maxX : part.x
        let y = orientation.mirrorsY ? part.maxY : part.y
        guard x.isMultiple(of: unit.width), y.isMultiple(of: unit.height) else {
            throw ZigguratError(
                LosslessRefusal(
                    region == nil ? .orientation(size, block: unit) : .crop(block: unit)), path)
        }
    }

    /// Reads all of them, once.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels.
    func read(
        allowsTruncated: Bool, isWanted: () -> Bool
    ) throws(ZigguratError) {
        let status = JPEGQuestion.ask(isWanted) {
            zig_jpeg_reader_read_coefficients(reader.pointer, $0, $1)
        }
        if status == ZIG_JPEG_CANCELLED { throw ZigguratError(Cancelled()) }
        guard status == 0 else {
            throw ZigguratError(
                SourceFailure.invalidData(row: nil), path, cause: reader.failureCause)
        }
        guard allowsTruncated || !reader.isTruncated else {
            throw ZigguratError(SourceFailure.truncated(row: nil, of: nil), path)
        }
    }
}
