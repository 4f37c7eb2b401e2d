internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// Where a pyramid comes from: what its export says, or the file that it was found by.
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
        // Of the picture that was cut, nothing but its size is known.
        header = SourceHeader(
            format: encoding.format.name, size: pyramid.imageSize,
            bands: encoding.format.keepsAlpha ? 4 : 3, bitsPerSample: 8, colour: .rgb,
            hasAlpha: encoding.format.keepsAlpha)
    }
}
