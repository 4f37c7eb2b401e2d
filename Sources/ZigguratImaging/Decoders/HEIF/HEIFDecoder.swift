internal import ZigguratCore
internal import ZigguratSystem

/// HEIC and AVIF through libheif.
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

    /// Red, green and blue, and before them the planes of the video format, which the decoders of AV1
    /// and HEVC hold several times; as measured.
    func heldBytes(of image: StoredImage) -> Int? {
        let properties = HEIFProperties(image.file)
        let planes = properties.samplesPerPixel * (properties.isAV1 ? 3.2 : 1.1)
        let samples = Double(image.bands) + planes
        return Int(samples * Double(image.bytesPerSample * image.pixelCount))
    }
}
