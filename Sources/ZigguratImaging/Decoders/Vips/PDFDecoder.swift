/// Pages of PDF, which libvips draws on white.
struct PDFDecoder: SourceDecoder {
    let format = "pdf"
    let traits = LoaderTraits(hasAlpha: false, defaultDensity: 300, hasPaperSize: true)

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "%PDF".utf8) }

    func contents(_ path: String) -> DocumentContents? { DocumentContents(ofPDF: path) }

    func heldBytes(of image: StoredImage) -> Int? { image.drawnBytes(squareSide: 4000) }
}
