internal import ZigguratCore
internal import ZigguratSystem

/// Photoshop's documents, small and large: the composite of their layers.
struct PSDDecoder: RasterDecoder {
    let format = "psd"
    let extensions = ["psd", "psb"]

    func recognises(_ head: [UInt8]) -> Bool {
        head.count > 5 && head.starts(with: "8BPS".utf8) && head[4] == 0
            && [1, 2].contains(head[5])
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        try PSDRaster(PSDHeader(file), file)
    }
}
