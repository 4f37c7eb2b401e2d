internal import ZigguratImaging

/// The kind of a JPEG file, as its frame header states it.
///
/// Source: ITU-T T.81, B.1.1.3 and B.2.2.
struct JPEGFrame {
    private let marker: UInt8
    private let bits: UInt8
    private let hasHeight: Bool

    /// The maximum number of segments that are read. A damaged file may have any number of
    /// segments.
    private static let segmentLimit = 10_000

    /// - Parameter start: the offset of the JPEG in the file.
    /// - Returns: `nil` if the file has no frame header.
    init?(_ file: SourceFile, at start: Int = 0) {
        var place = start + 2
        for _ in 0..<Self.segmentLimit {
            let head = file.bytes(7, at: place)
            guard head.count == 7, head[0] == 0xFF else { return nil }
            if head[1] == 0xFF {
                // Fill bytes may precede a marker.
                place += 1
            } else if Self.isFrame(head[1]) {
                (marker, bits) = (head[1], head[4])
                hasHeight = head[5] > 0 || head[6] > 0
                return
            } else {
                place += 2 + Int(head[2]) << 8 + Int(head[3])
            }
        }
        return nil
    }

    /// Whether a marker begins a frame header, including the frame header of JPEG-LS. Source: ITU-T
    /// T.81, B.1.1.3; ITU-T T.87, C.1.1.
    private static func isFrame(_ marker: UInt8) -> Bool {
        marker == losslessFrame
            || (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private static let losslessFrame: UInt8 = 0xF7

    /// The reason why libjpeg-turbo cannot read the file; `nil` if it can.
    var fault: SourceFailure? {
        switch marker {
        case Self.losslessFrame: .unsupported(.format("JPEG-LS"))
        case 0xC3, 0xCB: .unsupported(.format("lossless JPEG"))
        case 0xC5...0xC7, 0xCD...0xCF: .unsupported(.format("hierarchical JPEG"))
        case _ where bits != 8: .unsupported(.bitsPerSample(Int(bits)))
        // The marker DNL after the first scan states the height. Source: ITU-T T.81, B.2.5.
        default: hasHeight ? nil : .unsupported(.heightAfterRows)
        }
    }
}
