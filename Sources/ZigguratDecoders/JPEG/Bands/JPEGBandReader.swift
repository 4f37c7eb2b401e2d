internal import CImageFormats
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Decodes bands of a JPEG on one thread.
final class JPEGBandReader: BlockReader {
    private let source: JPEGBandSource
    /// `nil` if memory is short. All bands are then read from the serial rows.
    private let decoder: OpaquePointer?
    /// Buffers for stored rows that are longer than converted rows; otherwise empty.
    private let storedRows: [UnsafeMutablePointer<UInt8>]

    init(_ source: JPEGBandSource) {
        self.source = source
        decoder = zig_jpeg_band_decoder_create(source.index.pointer)
        let conversion = source.conversion
        let length = source.size.width * conversion.pixels.bytesPerPixel
        storedRows = (0..<(conversion.isShrinking ? RowChunk.height : 0)).map { _ in
            .allocate(capacity: length)
        }
    }

    deinit {
        if let decoder { zig_jpeg_band_decoder_destroy(decoder) }
        for row in storedRows { row.deallocate() }
    }

    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        try read(rows, part: part, into: addresses) { true }
    }

    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>, isWanted: () -> Bool
    ) throws(ZigguratError) {
        let chunk = source.chunks.number(ofRow: rows.lowerBound)
        if !source.serialRows.isNeeded, decode(rows, into: addresses) {
            try source.serialRows.omit(chunk, isWanted: isWanted)
        } else {
            try source.serialRows.read(chunk, into: addresses, isWanted: isWanted)
        }
    }

    /// Decodes and converts a band.
    ///
    /// - Returns: `false` if the band cannot be decoded separately, as after damage.
    private func decode(
        _ rows: Range<Int>, into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) -> Bool {
        guard let decoder, source.extendIndex(to: rows.upperBound) else { return false }
        source.extendIndex(below: rows.upperBound)
        guard
            zig_jpeg_band_decoder_start(decoder, Int32(rows.lowerBound), Int32(rows.count)) == 0
        else { return false }
        for start in stride(from: 0, to: rows.count, by: RowChunk.height) {
            let end = min(start + RowChunk.height, rows.count)
            let targets = UnsafeBufferPointer(rebasing: addresses[start..<end])
            guard decode(into: targets, decoder) else { return false }
        }
        return zig_jpeg_band_decoder_finish(decoder) == 0
    }

    /// Decodes and converts a few rows.
    private func decode(
        into targets: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>, _ decoder: OpaquePointer
    ) -> Bool {
        let conversion = source.conversion
        guard conversion.isShrinking else {
            guard Self.read(targets, decoder) else { return false }
            guard !conversion.isEmpty else { return true }
            for row in targets { conversion.convert(row, to: row, count: source.size.width) }
            return true
        }
        let isRead = storedRows[..<targets.count].withUnsafeBufferPointer {
            Self.read($0, decoder)
        }
        guard isRead else { return false }
        for (row, target) in zip(storedRows, targets) {
            conversion.convert(row, to: target, count: source.size.width)
        }
        return true
    }

    private static func read(
        _ rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>, _ decoder: OpaquePointer
    ) -> Bool {
        guard let first = rows.baseAddress else { return true }
        return zig_jpeg_band_decoder_read(decoder, first, Int32(rows.count)) == 0
    }
}
