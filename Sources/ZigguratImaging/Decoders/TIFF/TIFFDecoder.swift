internal import ZigguratCore
internal import ZigguratSystem

/// TIFF: blocks of 8 and 16 bits through libtiff, the header and other kinds through libvips.
struct TIFFDecoder: SourceDecoder {
    let format = "tiff"
    let extensions = ["tif", "tiff"]
    let traits = LoaderTraits(
        fillsMissingRows: false, pagesMayBeLevels: true, statesScanResolution: true)

    func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: "II*\0".utf8) || head.starts(with: "MM\0*".utf8)
    }

    /// Reads the header of a slide; libvips reads those of all other TIFFs.
    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        SlideDecoder().open(file, request, trust)
    }

    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard plan.orientation == .upright else { return nil }
        return try TIFFSource(path: path, target, fillsMissing: plan.isFilled)
            .map(PixelReading.blocks)
    }

    /// Whether the first directory, or one of the strips or tiles that it lists, goes beyond the end
    /// of the file. Writers put the directory before or behind the pixels. Source: TIFF 6.0, 2.
    func isTruncated(_ file: SourceFile) -> Bool {
        guard let directory = TIFFDirectory(file) else { return true }
        return [(273, 279), (324, 325)].contains { offsets, lengths in
            zip(directory.numbers(offsets), directory.numbers(lengths))
                .contains { $0 + $1 > file.byteCount }
        }
    }
}

/// The first directory of a TIFF: the number of its entries in two bytes, twelve bytes an entry, and
/// four more. Source: TIFF 6.0, 2.
private struct TIFFDirectory {
    private let file: SourceFile
    private let isLittle: Bool
    private var entries: [UInt8] = []

    /// A broken file may state any count: no more values than this are looked at.
    private static let maximumCount = 1 << 22

    /// - Returns: `nil` if it goes beyond the end of the file.
    init?(_ file: SourceFile) {
        self.file = file
        isLittle = file.bytes(1, at: 0) == [0x49]
        let start = number(file.bytes(4, at: 4)[...])
        guard start + 2 <= file.byteCount else { return nil }
        let count = number(file.bytes(2, at: start)[...])
        guard start + 2 + 12 * count + 4 <= file.byteCount else { return nil }
        entries = file.bytes(12 * count, at: start + 2)
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int {
        isLittle ? bytes.littleEndian : bytes.bigEndian
    }

    /// The values of an entry: two or four bytes each, in the entry or where it points to.
    func numbers(_ tag: Int) -> [Int] {
        let entry = stride(from: 0, to: entries.count / 12 * 12, by: 12)
            .map { entries[$0..<$0 + 12] }
            .first { number($0.prefix(2)) == tag }
        guard let entry else { return [] }
        let length = number(entry.dropFirst(2).prefix(2)) == 3 ? 2 : 4
        let byteCount = length * min(number(entry.dropFirst(4).prefix(4)), Self.maximumCount)
        let value = entry.dropFirst(8)
        let data =
            byteCount <= 4
            ? value.prefix(byteCount) : file.bytes(byteCount, at: number(value))[...]
        return stride(from: 0, to: data.count / length * length, by: length).map {
            number(data.dropFirst($0).prefix(length))
        }
    }
}
