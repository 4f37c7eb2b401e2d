@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

extension FuzzTarget {
    /// The headers that this process reads of files whose pixels isolated library processes decode.
    static let headers = [
        header("boxes-jpeg2000") { file in
            let boxes = JPEG2000Boxes(file)
            guard let bytes = boxes.codestream else { return }
            _ = JPEG2000Markers(file, bytes).isHighThroughput
        },
        header("boxes-heif") { file in
            _ = HEIFProperties(file).isGrey
            _ = HEIFItems(file).codedType
        },
        header("boxes-jpegxl") { _ = JPEGXLMetadata($0).exif },
        header("objects-pdf") { _ = PDFUserUnit.ofPage(1, in: $0) },
    ]

    private static func header(
        _ name: String, _ read: @escaping @Sendable (SourceFile) -> Void
    ) -> FuzzTarget {
        FuzzTarget(name) { folder in
            return { input in
                folder.write(input, to: "photo")
                if let file = try? SourceFile(path: "\(folder.path)/photo") { read(file) }
            }
        }
    }
}
