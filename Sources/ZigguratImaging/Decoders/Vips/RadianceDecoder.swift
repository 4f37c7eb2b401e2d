/// Radiance HDR, through libvips, which holds the file.
struct RadianceDecoder: SourceDecoder {
    let format = "rad"
    let extensions = ["hdr"]

    func heldBytes(of image: StoredImage) -> Int? { image.file.byteCount + 5_000_000 }
}
