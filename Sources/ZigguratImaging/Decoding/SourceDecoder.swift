package import ZigguratSystem

/// The decoder of one source format: it recognises files and opens them.
///
/// To add a decoder, write a folder in `ZigguratDecoders` and add one line to `Decoders.all`.
package protocol SourceDecoder: Sendable {
    /// The format's name in headers and manifests, which is also the name of libvips' loader.
    var format: String { get }
    /// The file name extensions of the format, in lower case.
    var extensions: [String] { get }

    /// Whether a file begins like a file of this format.
    ///
    /// - Parameter head: the file's first 18 bytes, or all of a smaller file.
    func recognises(_ head: [UInt8]) -> Bool

    /// Whether a file has this format. Called if neither the first bytes nor libvips identify the
    /// format.
    func recognises(_ file: SourceFile) -> Bool

    /// Opens a file. The file need not be undamaged: nothing is read yet.
    func open(_ file: SourceFile) -> any OpenedImage

    /// The properties of all files of the format.
    var traits: DecoderTraits { get }
}

extension SourceDecoder {
    package var extensions: [String] { [format] }
    package var traits: DecoderTraits { DecoderTraits() }

    package func recognises(_ head: [UInt8]) -> Bool { false }
    package func recognises(_ file: SourceFile) -> Bool { false }

    /// Opens a file that libvips reads row by row, without special rules.
    package func open(_ file: SourceFile) -> any OpenedImage { PlainImage(file: file) }
}

/// An image that libvips reads row by row, without special rules.
private final class PlainImage: OpenedImage {
    let file: SourceFile

    init(file: SourceFile) { self.file = file }
}

extension SourceDecoder {
    /// The error of a decoder that stopped within the image data: “truncated” if the format's own
    /// rule or the decoder's messages indicate it, else “invalid data”.
    package func failure(
        _ path: String, row: Int, of rowCount: Int, _ failure: DecoderMessages
    ) -> ZigguratError {
        let isTruncated = (try? SourceFile(path: path)).map { open($0).endIsMissing } ?? false
        let damage =
            isTruncated || failure.reportEnd
            ? SourceError.truncated(row: row, of: rowCount) : .invalidData(row: row)
        return ZigguratError(
            // Before the first row, the library may report that it cannot read the image.
            row == 0 ? failure.cause?.report?.reason ?? damage : damage, path, cause: failure.cause)
    }
}
