internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// The coefficients of a JPEG: what its tiles are cut from without decoding it.
///
/// `@unchecked Sendable`: they are read by one thread before others see them, and never change
/// after that.
final class JPEGCoefficients: @unchecked Sendable {
    let orientation: Orientation
    let grid: CoefficientGrid
    /// The part that is exported, in pixels of the file.
    let region: PixelRegion
    let pointer: OpaquePointer
    private let file: SourceFile

    /// Opens the file and reads its header.
    ///
    /// - Parameter region: `nil` is the whole picture.
    /// - Throws: ``ZigguratError`` where tiles cannot be cut out of it.
    init(
        path: String, orientation: Orientation, region: PixelRegion?
    ) throws(ZigguratError) {
        file = try SourceFile(path: path)
        var message = [CChar](repeating: 0, count: Int(ZIG_JPEG_MESSAGE_SIZE))
        guard let pointer = zig_jpeg_coefficients_open(file.descriptor, &message) else {
            throw ZigguratError(
                .invalidSource, path, "it is no readable JPEG (\(String(message: message)))")
        }
        self.pointer = pointer
        let frame = zig_jpeg_coefficients_frame(pointer)
        self.orientation = orientation
        self.region =
            region
            ?? PixelRegion(x: 0, y: 0, width: Int(frame.width), height: Int(frame.height))
        let unit = PixelSize(width: Int(frame.unit_width), height: Int(frame.unit_height))
        grid = CoefficientGrid(
            unit: orientation.turned(unit), byteCount: Int(frame.coefficient_bytes))
        guard frame.components > 0 else {
            throw ZigguratError(
                .invalidOptions, path,
                "it is CMYK, whose colours have to be converted, which cannot be done without loss",
                remedy: "leave --lossless out")
        }
        try checkCorner(unit, isWhole: region == nil)
    }

    deinit {
        zig_jpeg_coefficients_close(pointer)
    }

    /// The corner at which the picture is seen to begin has to be one of blocks.
    private func checkCorner(_ unit: PixelSize, isWhole: Bool) throws(ZigguratError) {
        let x = orientation.mirrorsX ? region.maxX : region.x
        let y = orientation.mirrorsY ? region.maxY : region.y
        if x.isMultiple(of: unit.width), y.isMultiple(of: unit.height) { return }
        if isWhole {
            throw ZigguratError(
                .invalidOptions, file.path,
                "turned without loss, its \(region.size) pixels would begin inside of its blocks "
                    + "of \(unit)", remedy: "leave --lossless out")
        }
        throw ZigguratError(
            .invalidOptions, file.path,
            "cut out without loss, the part would begin inside of its blocks of \(unit)",
            remedy: "leave out --lossless, or let --crop begin at a multiple of "
                + "\(max(unit.width, unit.height)) pixels of the picture as the file has it")
    }

    /// Reads all of them, once.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels.
    func read(
        allowsTruncated: Bool, isWanted: () -> Bool
    ) throws(ZigguratError) {
        let status = withoutActuallyEscaping(isWanted) { isWanted in
            var question = Question(isWanted: isWanted)
            return withUnsafeMutablePointer(to: &question) { question in
                zig_jpeg_coefficients_read(
                    pointer,
                    { context in
                        // It is the question below, which lives as long as the call.
                        let question = context?.assumingMemoryBound(to: Question.self)
                        return question?.pointee.isWanted() == false ? 0 : 1
                    }, question)
            }
        }
        guard status != -2 else { throw ZigguratError(.cancelled, "", "stopped on request") }
        guard status == 0 else {
            let message = String(cString: zig_jpeg_coefficients_message(pointer))
            throw ZigguratError(
                .invalidSource, file.path, "its coefficients cannot be read (\(message))",
                remedy: "get a good copy of it")
        }
        guard allowsTruncated || zig_jpeg_coefficients_are_truncated(pointer) == 0 else {
            throw ZigguratError(
                .truncatedSource, file.path, "the file ends early",
                remedy: "get a complete copy of it")
        }
    }

    private struct Question {
        let isWanted: () -> Bool
    }
}
