/// Radiance HDR, through libvips, which holds the file.
struct RadianceDecoder: SourceDecoder {
    let format = "rad"
    let extensions = ["hdr"]

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "#?".utf8) }

    func heldBytes(of image: StoredImage) -> Int? { image.file.byteCount + 5_000_000 }
}
