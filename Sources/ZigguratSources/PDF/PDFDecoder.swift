internal import ZigguratImaging
internal import ZigguratSystem

/// The PDF decoder. libvips draws pages on white.
struct PDFDecoder: SourceDecoder {
    package let format = "pdf"
    let traits = LoaderTraits(hasAlpha: false, defaultDensity: 300, hasPaperSize: true)

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "%PDF".utf8) }

    /// Whether the first bytes of a file contain the signature, which need not come first. Source:
    /// Adobe, PDF Reference, sixth edition, appendix H, note 13.
    func recognises(_ file: SourceFile) -> Bool {
        file.bytes(1024, at: 0).contains(Array("%PDF-".utf8))
    }

    func unit(_ path: String, page: Int) -> Double {
        (try? SourceFile(path: path)).map { PDFUserUnit.ofPage(page, in: $0) } ?? 1
    }

    func contents(_ path: String) -> DocumentContents? { DocumentContents(ofPDF: path) }

    func heldBytes(of image: StoredImage) -> Int? { image.drawnBytes(squareSide: 4000) }
}
