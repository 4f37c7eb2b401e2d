internal import ZigguratCore
internal import ZigguratSystem

/// PNG: rows through ISA-L, the header and interlaced files through libvips.
struct PNGDecoder: SourceDecoder {
    let format = "png"

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: [0x89] + Array("PNG".utf8)) }

    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let reader = try PNGRowReader(path: path),
            let conversion = try RowConversion(reader.pixels, profile: reader.profile, target)
        else { return nil }
        return PixelReading(reader, conversion)
    }

    /// Whether the last chunk is missing. Source: PNG, third edition, 11.2.4.
    func isTruncated(_ file: SourceFile) -> Bool { !file.lastBytes.contains(Array("IEND".utf8)) }

    /// Of an interlaced file, the image.
    func heldBytes(of image: StoredImage) -> Int? { image.isInterlaced ? image.byteCount : nil }
}
