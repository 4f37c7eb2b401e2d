internal import ZigguratCore
internal import ZigguratSystem

/// The decoder of HEIC and AVIF, which uses libheif.
struct HEIFDecoder: LibraryDecoder {
    let format = "heif"
    let extensions = ["heic", "heif", "avif"]
    let isTrusted = true
    let traits = LoaderTraits(needsVips: false, secondsPerMegapixel: 0.013)

    func recognises(_ head: [UInt8]) -> Bool {
        head.count >= 8 && head[4..<8].elementsEqual("ftyp".utf8)
    }

    func image(of file: SourceFile, page: Int?) throws(ZigguratError) -> (any DecodedImage)? {
        try HEIFFile(file, page: page)
    }

    func isTruncated(_ file: SourceFile) -> Bool {
        !ISOBoxes.areWhole(size: file.byteCount) { file.bytes($0, at: $1)[...] }
    }

    /// The memory for red, green and blue, and for the planes of the video format. The decoders of
    /// AV1 and HEVC hold the planes several times. The factors are measured.
    func heldBytes(of image: StoredImage) -> Int? {
        let properties = HEIFProperties(image.file)
        let planes = properties.samplesPerPixel * (properties.isAV1 ? 3.2 : 1.1)
        let samples = Double(image.bands) + planes
        return Int(samples * Double(image.bytesPerSample * image.pixelCount))
    }
}
