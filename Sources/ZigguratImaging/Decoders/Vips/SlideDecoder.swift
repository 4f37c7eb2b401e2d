/// Whole slides, through libvips and OpenSlide. OpenSlide puts the slide's background where the
/// scanner recorded nothing, so that alpha says nothing.
struct SlideDecoder: SourceDecoder {
    let format = "openslide"
    let extensions = ["svs", "ndpi"]
    let traits = LoaderTraits(hasAlpha: false, readsSlides: true)

    /// OpenSlide's cache of decoded tiles, RGBA.
    func heldBytes(of image: StoredImage) -> Int? { min(4 * image.pixelCount, 32 << 20) }
}
