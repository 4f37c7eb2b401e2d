internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Checks of answers from a decoder process, which a hostile file may have taken over.
extension SourceHeader {
    private static let mostPages = 1_000_000
    private static let mostBytes = 1 << 50
    private static let longestText = 4096

    /// Whether all numbers are possible and all texts can be displayed.
    func isPlausible(_ plan: DecodePlan, _ request: SourceRequest, pixelLimit: Int) -> Bool {
        let orientation = Orientation(exif: orientation).followed(by: Orientation(request.rotation))
        return [size, plan.size].allSatisfy(\.isValid) && size == plan.size
            && size.pixelCount <= pixelLimit
            && plan.reducedSize?.isValid != false
            && plan.storedRegion?.isValid != false
            && (1...PixelSize.maximumSide).contains(plan.readWidth)
            && plan.orientation == orientation
            && format.isName && (1...10_000).contains(bands) && (1...64).contains(bitsPerSample)
            && !size.pixelCount.multipliedReportingOverflow(by: bytesPerPixel).overflow
            && (1...8).contains(self.orientation) && (1...Self.mostPages).contains(pages)
            && (1...pages).contains(page)
            && [temporaryBytes, decoderBytes ?? 0, profileBytes ?? 0]
                .allSatisfy { (0...Self.mostBytes).contains($0) }
            && (micronsPerPixel ?? 1) > 0 && (micronsPerPixel ?? 1).isFinite
            && conversions.count <= 32
            && conversions.allSatisfy { $0.text.isLine(atMost: Self.longestText) }
            && (associatedImages ?? []).count <= 1000
            && (associatedImages ?? []).allSatisfy { $0.isLine(atMost: Self.longestText) }
    }
}

extension SourceError {
    /// Whether the texts can be displayed.
    var isPlausible: Bool {
        switch self {
        case .untrustedDecoder(let format), .missingLoader(let format): format.isName
        case .conversionFailed(let name), .unusableLibrary(let name): name.isName
        case .temporaryFile(let folder): folder.isLine(atMost: 4096)
        case .noSuchAssociatedImage(let name, let available):
            available.count <= 1000 && ([name] + available).allSatisfy { $0.isLine(atMost: 4096) }
        case .tooLarge(let size, _): size.isValid
        case .cropOutside(let crop, let size): crop.isValid && size.isValid
        default: true
        }
    }
}

extension String {
    /// Whether the text is a word such as `openslide`.
    fileprivate var isName: Bool {
        (1...64).contains(utf8.count)
            && utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || [UInt8(ascii: "_"), UInt8(ascii: "-")].contains($0)
            }
    }

    /// Whether the text is one line without control characters.
    func isLine(atMost count: Int) -> Bool {
        utf8.count <= count
            && !unicodeScalars.contains { $0.value < 32 || (127..<160).contains($0.value) }
    }
}

extension PixelRegion {
    fileprivate var isValid: Bool {
        (0...PixelSize.maximumSide).contains(x) && (0...PixelSize.maximumSide).contains(y)
            && size.isValid
    }
}
