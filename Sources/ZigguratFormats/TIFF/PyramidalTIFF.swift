package import ZigguratCore
package import ZigguratSystem

/// A pyramidal, tiled BigTIFF file in the layout of Cloud Optimized GeoTIFF.
///
/// Source: TIFF 6.0, section 15 (tiles); BigTIFF; OGC 21-026, Cloud Optimized GeoTIFF.
package struct PyramidalTIFF: ContainerFormat {
    package let name = formatName
    package static let formatName = "tiff"
    package let summary = "pyramidal TIFF, one file: GDAL, QGIS, OpenSlide, IIIF servers"

    /// All tiles have the full size. A tile has two numbers in the directory, of eight and four
    /// bytes. TIFF Technical Note 2 allows baseline and sequential JPEG.
    package var traits: ContainerTraits {
        var traits = ContainerTraits(
            layouts: [.xyz], tileFormats: [.jpeg, .webp, .tiff], edge: .pad, tileSizeUnit: 16,
            refusedOptions: [.progressive], blanks: .written, bytesPerFile: 12)
        traits.sharesExtension = true
        return traits
    }

    package func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).tif" }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try TIFFContainer(bundle, at: path)
    }
}

extension PyramidalTIFF: RangeReadableContainer {
    package var archiveKind: ArchiveKind { .tiff }
    package func pageFolder(of bundle: BundleDescription) -> String { name }
    package func tileFolder(of bundle: BundleDescription) -> String { "" }
}

extension ContainerFormat where Self == PyramidalTIFF {
    package static var tiff: Self { Self() }
}

extension PyramidalTIFF: ContainerReader {
    /// Recognises TIFF and BigTIFF, little-endian.
    package func recognises(_ head: [UInt8]) -> Bool { TIFFFile.isBig(head) != nil }

    package func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer
    {
        .pyramid(try TIFFSource(path, known: known), faults: { [] })
    }
}
