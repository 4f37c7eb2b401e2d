internal import ZigguratCore
internal import ZigguratSystem

extension SourceImage {
    /// Whether the file says where its pixels are on earth: a GeoTIFF.
    ///
    /// Source: OGC GeoTIFF 1.1, 7.2: ModelPixelScale, ModelTiepoint and ModelTransformation.
    package var isGeoreferenced: Bool {
        guard header.format == "tiff", let file = try? SourceFile(path: path),
            let directory = TIFFDirectory(file)
        else { return false }
        return [33_550, 33_922, 34_264].contains { !directory.numbers($0).isEmpty }
    }
}
