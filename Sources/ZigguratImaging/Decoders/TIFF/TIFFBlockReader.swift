internal import CPixels
internal import ZigguratCore
internal import ZigguratSystem

/// Decodes blocks of a TIFF, and of its transparency mask, and converts them into rows.
final class TIFFBlockReader: BlockReader {
    private let source: TIFFSource
    private let image: TIFFBlockDecoder
    private let mask: TIFFBlockDecoder?
    /// A row of pixels of a block with their alpha, which the mask gives.
    private let joined: UnsafeMutablePointer<UInt8>?

    init(_ source: TIFFSource) throws(ZigguratError) {
        self.source = source
        image = try TIFFBlockDecoder(source.image, fillsMissing: source.fillsMissing)
        guard let blocks = source.mask else {
            (mask, joined) = (nil, nil)
            return
        }
        mask = try TIFFBlockDecoder(blocks, fillsMissing: source.fillsMissing)
        joined = .allocate(capacity: source.joinedBytes)
    }

    deinit { joined?.deallocate() }

    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        // Rows of the image, of which the region may begin within a block.
        let offset = source.region.y
        let end = rows.upperBound + offset
        let height = source.blockSize.height
        var next = rows.lowerBound + offset
        while next < end {
            let top = next / height * height
            let shown = next..<min(top + height, end)
            for column in source.columns(ofPart: part) {
                let number = top / height * source.image.across + column
                try image.decode(number, rows: shown, of: source.region.maxY)
                try mask?.decode(number, rows: shown, of: source.region.maxY)
                copy(
                    column, rows: shown.lowerBound - top..<shown.upperBound - top,
                    to: UnsafeBufferPointer(
                        rebasing: addresses[
                            (next - rows.lowerBound - offset)..<addresses.count]))
            }
            next = shown.upperBound
        }
    }

    /// - Parameter rows: of the block.
    private func copy(
        _ column: Int, rows: Range<Int>,
        to addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) {
        let width = source.blockSize.width
        let left = max(source.region.x, column * width)
        let right = min(source.region.maxX, (column + 1) * width)
        let columns = left - column * width..<right - column * width
        let offset = (left - source.region.x) * source.bytesPerPixel
        for (index, y) in rows.enumerated() {
            source.conversion.convert(
                pixels(columns, row: y), to: addresses[index] + offset, count: columns.count)
        }
    }

    private func pixels(_ columns: Range<Int>, row y: Int) -> UnsafePointer<UInt8> {
        let colours = image.pixels(columns, row: y)
        guard let mask, let joined else { return colours }
        let pixels = source.image.unpacking.pixels
        zig_join_mask(
            colours, mask.pixels(columns, row: y), joined, Int32(columns.count),
            Int32(pixels.bytesPerPixel), Int32(pixels.sampleBytes))
        return UnsafePointer(joined)
    }
}
