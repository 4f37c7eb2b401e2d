import Foundation
import TestSupport

/// JPEG XL files that the vips command does not write. `jpeg-xl-writer` writes them losslessly
/// through libjxl.
enum MadeJPEGXL {
    /// - Parameters:
    ///   - orientation: the orientation as an Exif number.
    ///   - boxes: the contents of compressed boxes, by the names of the boxes.
    static func write(
        _ picture: PixelPicture, orientation: Int = 1,
        boxes: [(name: String, content: Data)] = [], to file: URL, in folder: TemporaryFolder
    ) async throws {
        let samples = try folder.write(Data(picture.samples), to: "samples")
        var arguments = [picture.width, picture.height, picture.bands, orientation].map { "\($0)" }
        arguments += [samples.path, file.path]
        for (number, box) in boxes.enumerated() {
            arguments += [
                box.name, try folder.write(box.content, to: "box-\(number)").path,
            ]
        }
        try await Shell.run(
            BuiltProgram.url("jpeg-xl-writer").path, arguments, in: folder.url
        ).orThrow()
    }
}
