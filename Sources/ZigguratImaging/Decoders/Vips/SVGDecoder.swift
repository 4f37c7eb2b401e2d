/// SVG, which libvips draws. At 72 dots an inch a drawing has the size that it states in pixels.
struct SVGDecoder: SourceDecoder {
    let format = "svg"
    let traits = LoaderTraits(defaultDensity: 72)

    func heldBytes(of image: StoredImage) -> Int? { image.drawnBytes(squareSide: 2000) }
}
