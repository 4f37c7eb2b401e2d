/// What libvips leaves to ImageMagick, such as BMP.
struct MagickDecoder: SourceDecoder {
    let format = "magick"
    let extensions: [String] = []

    /// Four samples of 16 bits a pixel, and libvips' image of them.
    func heldBytes(of image: StoredImage) -> Int? { 8 * image.pixelCount + image.byteCount }
}
