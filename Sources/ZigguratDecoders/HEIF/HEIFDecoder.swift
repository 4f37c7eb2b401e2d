internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The decoder of HEIC and AVIF, which uses libheif.
package struct HEIFDecoder: LibraryDecoder {
    package init() {}

    package let format = "heif"
    package let extensions = ["heic", "heif", "avif"]
    package let isTrusted = true
    package let traits = LoaderTraits(needsVips: false, secondsPerMegapixel: 0.013)

    package func recognises(_ head: [UInt8]) -> Bool {
        head.count >= 8 && head[4..<8].elementsEqual("ftyp".utf8)
    }

    package func image(of file: SourceFile, page: Int?) throws(ZigguratError) -> (any DecodedImage)?
    {
        try HEIFFile(file, page: page)
    }

    package func isTruncated(_ file: SourceFile) -> Bool {
        !ISOBoxes.areWhole(size: file.byteCount) { file.bytes($0, at: $1)[...] }
    }

    /// The memory for red, green and blue, and for the planes of the video format. The decoders of
    /// AV1 and HEVC hold the planes several times. The factors are measured.
    package func heldBytes(of image: StoredImage) -> Int? {
        let properties = HEIFProperties(image.file)
        let planes = properties.samplesPerPixel * (properties.isAV1 ? 3.2 : 1.1)
        let samples = Double(image.bands) + planes
        return Int(samples * Double(image.bytesPerSample * image.pixelCount))
    }
}
