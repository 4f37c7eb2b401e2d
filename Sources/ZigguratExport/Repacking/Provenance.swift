internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// The source of a pyramid: that of its export, or else the pyramid itself.
struct Provenance {
    let source: Manifest.Source
    let header: SourceHeader

    init(of opened: OpenedPyramids) throws(ZigguratError) {
        if let manifest = opened.manifest {
            source = manifest.source
            header = manifest.image
            return
        }
        source = try Manifest.Source(path: opened.path)
        let pyramid = opened.entries[0].source.pyramid
        let encoding = pyramid.tiling.encoding
        // Only the size of the original image is known.
        header = SourceHeader(
            format: encoding.format.name, size: pyramid.imageSize,
            bands: encoding.format.keepsAlpha ? 4 : 3, bitsPerSample: 8, colour: .rgb,
            hasAlpha: encoding.format.keepsAlpha)
    }
}
