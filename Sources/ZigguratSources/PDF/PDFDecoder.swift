internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The PDF decoder. libvips draws pages on white.
struct PDFDecoder: SourceDecoder {
    package let format = "pdf"

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "%PDF".utf8) }

    /// Whether the first bytes of a file contain the signature, which need not come first. Source:
    /// Adobe, PDF Reference, sixth edition, appendix H, note 13.
    func recognises(_ file: SourceFile) -> Bool {
        file.bytes(1024, at: 0).contains(Array("%PDF-".utf8))
    }

    func open(_ file: SourceFile) -> any OpenedImage { PDFImage(file) }
}

/// An open PDF.
private final class PDFImage: OpenedImage {
    let file: SourceFile
    let loader = LoaderTraits(hasAlpha: false, defaultDensity: 300, hasPaperSize: true)

    init(_ file: SourceFile) { self.file = file }

    func unit(page: Int) -> Double { PDFUserUnit.ofPage(page, in: file) }

    var contents: DocumentContents? { DocumentContents(ofPDF: file.path) }

    func heldBytes(of image: MemoryQuestion) -> Int? { image.drawnBytes(squareSide: 4000) }

    /// Rejects truncated files, whose remaining objects Poppler draws without a message.
    func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage? {
        guard settings.allowsDamaged || !isTruncated else {
            throw ZigguratError(
                SourceError.invalidData(row: nil), file.path, cause: .library("truncated"))
        }
        return nil
    }

    /// Whether neither the trailer nor the place of the cross-reference table follows the last
    /// object.
    ///
    /// Source: ISO 32000-1, 7.5.5 and 7.5.8.
    var isTruncated: Bool {
        let (object, ends, partLength) = ("endobj", ["startxref", "trailer"], 1 << 20)
        var end = file.byteCount
        while end > 0 {
            let start = max(0, end - partLength)
            // The parts overlap, so a word at a boundary is complete in one part.
            let part = file.bytes(end - start + 10, at: start)
            let places = ([object] + ends).map { PDFObjects.places(of: $0, in: part).last ?? -1 }
            if let last = places.max(), last >= 0 { return places[0] == last }
            end = start
        }
        return false
    }
}

/// Finds the unit of the coordinates of a page, in 1/72 inch. Poppler ignores the unit and draws
/// all pages with unit 1.
///
/// Source: ISO 32000-1, 7.7.3.3 (UserUnit) and 7.7.3.2 (page tree).
enum PDFUserUnit {
    private static let key = "UserUnit"
    /// The maximum size of a file that is searched, in bytes, because its objects are held in
    /// memory. Larger files are drawn with unit 1.
    private static let sizeLimit = 1 << 27
    /// The maximum number of nodes of the page tree that are visited. A damaged file may have any
    /// number.
    private static let mostNodes = 200_000
    /// The units that readers support. Source: ISO 32000-1, annex C.2.
    private static let range = 0.001...75_000
    private static let partLength = 1 << 20

    /// Returns the unit of a page; 1 if the file does not state a valid unit.
    ///
    /// - Parameter page: the index of the page, from 0.
    static func ofPage(_ page: Int, in file: SourceFile) -> Double {
        let size = file.byteCount
        guard size <= sizeLimit else { return 1 }
        let isStated = mentions("/\(key)", file)
        guard isStated || mentions("/ObjStm", file) else { return 1 }
        let objects = PDFObjects(file.bytes(size, at: 0))
        guard isStated || objects.hasInStreams("/\(key)") else { return 1 }
        var search = Search(objects: objects, wanted: page)
        let found = search.page(below: objects.catalogue?["Pages"])
        let unit = objects.resolved(found?[key])?.number ?? 1
        return range.contains(unit) ? unit : 1
    }

    private static func mentions(_ word: String, _ file: SourceFile) -> Bool {
        var start = 0
        while start < file.byteCount {
            // The parts overlap, so a word at a boundary is complete in one part.
            let bytes = file.bytes(partLength + word.utf8.count, at: start)
            guard !bytes.isEmpty else { return false }
            if !PDFObjects.places(of: word, in: bytes, limit: 1).isEmpty { return true }
            start += partLength
        }
        return false
    }

    /// Counts the pages of a document up to the wanted page.
    private struct Search {
        let objects: PDFObjects
        let wanted: Int
        private var count = 0
        private var nodes = 0

        init(objects: PDFObjects, wanted: Int) {
            (self.objects, self.wanted) = (objects, wanted)
        }

        mutating func page(below value: PDFValue?, depth: Int = 0) -> PDFValue? {
            nodes += 1
            guard depth < 64, nodes < PDFUserUnit.mostNodes, let node = objects.resolved(value)
            else { return nil }
            guard case .array(let kids)? = objects.resolved(node["Kids"]) else {
                count += 1
                return count > wanted ? node : nil
            }
            for kid in kids {
                if let found = page(below: kid, depth: depth + 1) { return found }
            }
            return nil
        }
    }
}
