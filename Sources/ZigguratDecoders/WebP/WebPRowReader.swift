internal import CSystemLibraries
package import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// Reads the rows of a WebP still image while they are decoded. libvips would decode the whole
/// image before its first row, and could not be cancelled meanwhile.
package final class WebPRowReader: RowReader {
    package let size: PixelSize
    package let pixels: StoredPixels
    private let file: FileReader
    /// The offset at which the data of the pixels ends. libwebp would decode the chunks that follow
    /// as pixels if the data is damaged.
    private let end: Int
    /// The decoder, which refers to ``configuration`` as long as the decoder exists.
    private let decoder: OpaquePointer
    private let configuration: UnsafeMutablePointer<WebPDecoderConfig>
    private var rowsRead = 0
    private var isComplete = false

    private static let portion = 1 << 16

    /// - Returns: `nil` if libvips has to read the file.
    init?(_ source: SourceFile) throws(ZigguratError) {
        file = FileReader(source)
        end = Self.endOfPixels(source)
        let start = try file.next(atMost: min(Self.portion, end))
        configuration = .allocate(capacity: 1)
        configuration.initialize(to: WebPDecoderConfig())
        guard WebPInitDecoderConfig(configuration) != 0,
            WebPGetFeatures(
                start.baseAddress?.assumingMemoryBound(to: UInt8.self), start.count,
                &configuration.pointee.input) == VP8_STATUS_OK,
            configuration.pointee.input.has_animation == 0
        else {
            configuration.deallocate()
            return nil
        }
        let features = configuration.pointee.input
        size = PixelSize(width: Int(features.width), height: Int(features.height))
        pixels = StoredPixels(colours: .rgb, hasAlpha: features.has_alpha != 0)
        configuration.pointee.output.colorspace = pixels.hasAlpha ? MODE_RGBA : MODE_RGB
        configuration.pointee.options.use_threads = 1
        guard let decoder = WebPIDecode(nil, 0, configuration) else {
            configuration.deallocate()
            return nil
        }
        self.decoder = decoder
        try append(start)
    }

    deinit {
        WebPIDelete(decoder)
        WebPFreeDecBuffer(&configuration.pointee.output)
        configuration.deallocate()
    }

    package var bands: Int { pixels.bands }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        var lastRow: Int32 = 0
        var stride: Int32 = 0
        var samples = WebPIDecGetRGB(decoder, &lastRow, nil, nil, &stride)
        while samples == nil || Int(lastRow) < rowsRead + rows.count {
            guard !isComplete else { throw failure }
            let part = try nextPart()
            guard !part.isEmpty else { throw failure }
            try append(part)
            samples = WebPIDecGetRGB(decoder, &lastRow, nil, nil, &stride)
        }
        guard let samples else { return }
        for (index, row) in rows.enumerated() {
            row.update(
                from: samples + (rowsRead + index) * Int(stride), count: size.width * bands)
        }
        rowsRead += rows.count
        // Only at the end of the data does the decoder report whether the last rows were complete.
        while rowsRead == size.height, !isComplete {
            let part = try nextPart()
            guard !part.isEmpty else { throw failure }
            try append(part)
        }
    }

    /// Returns the end of the chunk with the pixels, or the end of the file without a whole chunk.
    ///
    /// Source: RFC 9649, 2.3 to 2.7.
    private static func endOfPixels(_ file: SourceFile) -> Int {
        var place = 12
        for _ in 0..<WebPHeader.mostChunks {
            let head = file.bytes(8, at: place)
            guard head.count == 8 else { break }
            let length = head[4...].littleEndian
            guard length <= file.byteCount - place - 8 else { break }
            if head.starts(with: "VP8 ".utf8) || head.starts(with: "VP8L".utf8) {
                return place + 8 + length
            }
            place += 8 + length + length % 2
        }
        return file.byteCount
    }

    /// Returns the next bytes of the pixels; empty at their end.
    private func nextPart() throws(ZigguratError) -> UnsafeRawBufferPointer {
        let count = min(Self.portion, end - file.offset)
        return count > 0
            ? try file.next(atMost: count) : UnsafeRawBufferPointer(start: nil, count: 0)
    }

    private func append(_ part: UnsafeRawBufferPointer) throws(ZigguratError) {
        let status = WebPIAppend(
            decoder, part.baseAddress?.assumingMemoryBound(to: UInt8.self), part.count)
        switch status {
        case VP8_STATUS_OK: isComplete = true
        case VP8_STATUS_SUSPENDED: break
        default: throw failure
        }
    }

    private var failure: ZigguratError {
        WebPDecoder().failure(
            file.path, row: min(rowsRead, size.height - 1), of: size.height,
            DecoderMessages(lines: []))
    }
}
